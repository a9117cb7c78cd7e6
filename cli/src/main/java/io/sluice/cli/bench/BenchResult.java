package io.sluice.cli.bench;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a bench reports; as JSON exactly these fields.
 *
 * @param rawRate what the broker alone did in the same process, if that was asked for
 * @param rawHop the same for a chain
 * @param ratio Sluice's rate, or its median hop, in terms of the broker's alone
 */
public record BenchResult(
    @JsonProperty("workload") String workload,
    @JsonProperty("tasks") long tasks,
    @JsonProperty("runs") int runs,
    @JsonProperty("workers") int workers,
    @JsonProperty("succeeded") long succeeded,
    @JsonProperty("failed") long failed,
    @JsonProperty("seconds") double seconds,
    @JsonProperty("tasks_per_second") double tasksPerSecond,
    @JsonProperty("runs_per_second") double runsPerSecond,
    @JsonProperty("hop_ms_p50") double hopMillisMedian,
    @JsonProperty("hop_ms_p99") double hopMillis99,
    @JsonProperty("rss_mb") long rssMegabytes,
    @JsonInclude(JsonInclude.Include.NON_NULL) @JsonProperty("raw_tasks_per_second")
        @Nullable Double rawRate,
    @JsonInclude(JsonInclude.Include.NON_NULL) @JsonProperty("raw_hop_ms_p50")
        @Nullable Double rawHop,
    @JsonInclude(JsonInclude.Include.NON_NULL) @JsonProperty("ratio") @Nullable Double ratio) {

  BenchResult besideRawRate(double rate) {
    return beside(rate, null, tasksPerSecond / rate);
  }

  BenchResult besideRawHop(double millis) {
    return beside(null, millis, hopMillisMedian / millis);
  }

  private BenchResult beside(@Nullable Double rate, @Nullable Double hop, double share) {
    return new BenchResult(
        workload,
        tasks,
        runs,
        workers,
        succeeded,
        failed,
        seconds,
        tasksPerSecond,
        runsPerSecond,
        hopMillisMedian,
        hopMillis99,
        rssMegabytes,
        rate,
        hop,
        Math.round(share * 1000) / 1000.0);
  }

  /** For people. */
  public String text() {
    return measured() + broker();
  }

  private String broker() {
    if (rawRate != null) {
      return String.format(
          Locale.ROOT, "  broker      %.0f records/s alone: ratio %.3f\n", rawRate, ratio);
    }
    return rawHop == null
        ? ""
        : String.format(Locale.ROOT, "  broker      %.2f ms alone: ratio %.2f\n", rawHop, ratio);
  }

  private String measured() {
    return String.format(
        Locale.ROOT,
        """
        %s: %d tasks in %d run%s on %d worker%s
          succeeded   %d, failed %d
          time        %.3f s: %.0f tasks/s, %.1f runs/s
          hop         %.2f ms at the median, %.2f ms at 99 %%
          memory      %d MB
        """,
        workload,
        tasks,
        runs,
        runs == 1 ? "" : "s",
        workers,
        workers == 1 ? "" : "s",
        succeeded,
        failed,
        seconds,
        tasksPerSecond,
        runsPerSecond,
        hopMillisMedian,
        hopMillis99,
        rssMegabytes);
  }
}
