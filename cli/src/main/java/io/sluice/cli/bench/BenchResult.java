package io.sluice.cli.bench;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/** What a bench reports; as JSON exactly these fields. */
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
    @JsonProperty("rss_mb") long rssMegabytes) {

  /** For people. */
  public String text() {
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
