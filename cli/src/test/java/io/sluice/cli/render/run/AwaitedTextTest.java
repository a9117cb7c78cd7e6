package io.sluice.cli.render.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cli.render.Style;
import io.sluice.client.RunRecords;
import io.sluice.model.json.Json;
import io.sluice.model.record.NodeRecord;
import io.sluice.model.record.RunRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A run that was cancelled says what it waits for, and how that can be ended. */
class AwaitedTextTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private static RunRecord run(boolean stopping) {
    ObjectNode run =
        Json.object()
            .put("run", "r1")
            .put("workspace", "w")
            .put("kind", "apply")
            .put("phase", "running")
            .put("submittedAt", NOW.toString());
    return RunRecords.decoded(stopping ? run.put("stop", "cancelled") : run).orElseThrow();
  }

  private static Map<String, NodeRecord> nodes() {
    return RunRecords.nodes(
        Json.object()
            .<ObjectNode>set("t.out", Json.object().put("status", "dispatched").put("attempt", 1))
            .set("t.done", Json.object().put("status", "succeeded").put("attempt", 1)));
  }

  @Test
  void namesWhatHasNotAnsweredHowLongAndWhatAbandonDoes() {
    List<String> out = AwaitedText.nodes(run(true), nodes());
    assertThat(out).containsExactly("t.out");

    assertThat(
            AwaitedText.of(
                "r1",
                out,
                Optional.of(Duration.ofSeconds(12)),
                words -> "sluice " + String.join(" ", words)))
        .contains("Waiting for t.out to answer, for 12s.", "sluice runs abandon r1", "in doubt");
    assertThat(RunsText.show(run(true), nodes(), false, NOW, Style.PLAIN))
        .containsPattern("t\\.out +dispatched +1 +the run waits for its worker to answer")
        .containsPattern("t\\.done +succeeded +1 *\n");
  }

  @Test
  void aRunThatGoesOnWaitsForNothing() {
    assertThat(AwaitedText.nodes(run(false), nodes())).isEmpty();
    assertThat(RunsText.show(run(false), nodes(), false, NOW, Style.PLAIN))
        .doesNotContain("waits for");
  }

  @Test
  void whatHasNotEndedIsInterruptedWhereNothingGoesOn() {
    assertThat(RunsText.list(List.of(run(false)), true, NOW, Style.PLAIN)).contains("interrupted");
    assertThat(RunsText.list(List.of(run(false)), false, NOW, Style.PLAIN)).contains("running");
    assertThat(RunsText.show(run(false), nodes(), true, NOW, Style.PLAIN))
        .containsPattern("t\\.out +interrupted +1 +it had been sent when the deployment stopped")
        .containsPattern("t\\.done +succeeded");
  }

  @Test
  void aStackThatStopsSaysWhatItLeavesUnderWay() {
    assertThat(InterruptedText.leaving(List.of(run(false)), NOW, "sluice up"))
        .isEqualTo(
            "1 run is under way; to continue it: `sluice up`:\n"
                + "  r1, apply of workspace w, 0 of 0 done, begun 0ms ago");
    assertThat(InterruptedText.leaving(Collections.nCopies(5, run(false)), NOW, "sluice up"))
        .startsWith("5 runs are under way; to continue them: `sluice up`:")
        .endsWith("\n  and 2 more");
  }

  @Test
  void cancelledNodesAreCountedInWords() {
    ObjectNode cancelled = Json.object();
    cancelled.put("nodes", 1).put("cancelled", 1);
    RunRecord run =
        RunRecords.decoded(
                Json.object()
                    .put("run", "r1")
                    .put("workspace", "w")
                    .put("kind", "apply")
                    .put("phase", "ended")
                    .put("outcome", "cancelled")
                    .put("submittedAt", NOW.toString())
                    .<ObjectNode>set("counts", cancelled))
            .orElseThrow();
    assertThat(RunsText.show(run, Map.of(), false, NOW, Style.PLAIN))
        .contains("1 of 1 done, 0 succeeded, 0 failed, 0 skipped, 0 in doubt, 1 cancelled");
    assertThat(RunsText.list(List.of(run), false, NOW, Style.PLAIN))
        .contains("1 of 1, 1 cancelled");
  }
}
