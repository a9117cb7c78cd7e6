package io.sluice.cli.command.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.cli.Captured;
import io.sluice.cli.plan.RunPlan;
import io.sluice.cli.terminal.Invocation;
import io.sluice.client.RunRecords;
import io.sluice.model.json.Json;
import io.sluice.model.record.RunRecord;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What an order to a run says where it can't mean anything. */
class RunOrdersTest {
  private static final Invocation HERE = Captured.quiet(Path.of("."));

  private static RunRecord run(String phase, boolean paused) {
    return RunRecords.decoded(
            List.of(
                Json.object()
                    .put("run", "r1")
                    .put("workspace", "shop")
                    .put("kind", "apply")
                    .put("phase", phase)
                    .put("paused", paused)
                    .put("submittedAt", "2026-01-01T12:00:00Z")))
        .getFirst();
  }

  @Test
  void onlyARunThatWaitsForApprovalIsApproved() {
    assertThatCode(() -> RunPlan.requireWaiting(HERE, run("awaitingApproval", false)))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> RunPlan.requireWaiting(HERE, run("running", false)))
        .hasMessage("Run r1 does not wait for approval");
  }

  @Test
  void aRunThatIsNotPausedNeedsNoResuming() {
    RunsOrderCommand resume = new RunsOrderCommand.Resume(HERE);

    assertThat(resume.isNeedless(run("running", true))).isFalse();
    assertThat(resume.isNeedless(run("running", false))).isTrue();
  }
}
