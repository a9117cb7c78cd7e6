package io.sluice.cli.command.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cli.terminal.Fault;
import io.sluice.client.RunRecords;
import io.sluice.model.json.Json;
import io.sluice.model.record.RunRecord;
import org.junit.jupiter.api.Test;

class ForceUnlockCommandTest {
  private static final String MOMENT = "2026-01-01T00:00:00Z";

  private static ObjectNode cancelled() {
    return Json.object()
        .put("run", "r1")
        .put("workspace", "w")
        .put("kind", "apply")
        .put("phase", "ended")
        .put("outcome", "cancelled")
        .put("submittedAt", MOMENT)
        .put("endedAt", MOMENT);
  }

  private static String said(ObjectNode run) {
    RunRecord record = RunRecords.decoded(run).orElseThrow();
    Fault fault = ForceUnlockCommand.ended(record);
    return fault.diagnostics().toString();
  }

  @Test
  void aRunThatEndedWhileItWasPlannedSaysWhatItWaitsForAndHowLong() {
    assertThat(said(cancelled().put("lingers", true).put("claim", "whole")))
        .contains(
            "is still waiting for",
            "Its outcome: cancelled",
            "the planner has answered",
            "within two minutes")
        .doesNotContain("holds nothing");
  }

  @Test
  void aRunThatEndedOtherwiseHoldsNothing() {
    assertThat(said(cancelled())).contains("Run r1 holds nothing", "Its outcome: cancelled");
  }
}
