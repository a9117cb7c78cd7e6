package io.sluice.cli.follow;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cli.deployment.SelectedWorkspace;
import io.sluice.client.RunRecords;
import io.sluice.model.json.Json;
import io.sluice.model.record.RunRecord;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class KnownRunTest {
  private static final List<RunRecord> RUNS =
      RunRecords.decoded(
          List.of(
              run("r5", "edit", true, 5),
              run("r4", "refresh", false, 4),
              run("r3", "refresh", true, 3),
              run("r2", "destroy", true, 2),
              run("r1", "apply", true, 1)));

  private static JsonNode run(String id, String kind, boolean ended, int at) {
    ObjectNode run = Json.object();
    if (ended) {
      run.put("endedAt", "2026-01-01T00:01:00Z");
    }
    return run.put("run", id)
        .put("workspace", "w" + at % 2)
        .put("kind", kind)
        .put("phase", ended ? "ended" : "running")
        .put("submittedAt", "2026-01-01T00:00:0" + at + "Z");
  }

  @Test
  void theLastRunIsTheLastThatWasToMakeSomethingSo() {
    assertThat(KnownRun.last(RUNS)).map(RunRecord::run).contains("r2");
  }

  @Test
  void onAFleetTheLastRunIsNoStrangers() {
    Predicate<RunRecord> selected = SelectedWorkspace.runs(Optional.of("w1"), "me");
    Predicate<RunRecord> mine = SelectedWorkspace.runs(Optional.empty(), "me");

    assertThat(KnownRun.last(RUNS.stream().filter(selected).toList()))
        .map(RunRecord::run)
        .contains("r1");
    assertThat(KnownRun.last(RUNS.stream().filter(mine).toList())).isEmpty();
  }

  @Test
  void theListLeavesOutWhatPlansAndSurgeryLeaveBehind() {
    assertThat(KnownRun.listed(RUNS, null, false))
        .extracting(RunRecord::run)
        .containsExactly("r4", "r2", "r1");
    assertThat(KnownRun.listed(RUNS, null, true)).hasSize(5);
    assertThat(KnownRun.listed(RUNS, "w0", false))
        .extracting(RunRecord::run)
        .containsExactly("r4", "r2");
  }
}
