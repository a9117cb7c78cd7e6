package io.sluice.cli.trial;

import io.sluice.language.source.Diagnostic;
import io.sluice.model.NodeId;
import io.sluice.model.record.NodeSummary;
import io.sluice.model.record.RunOutcome;
import io.sluice.model.record.RunRecord;
import java.util.ArrayList;
import java.util.List;

/** What is to be said of a run that did not do all of its plan. */
final class Failures {
  private Failures() {}

  static List<Diagnostic> of(TrialDeployment.Ended ended) {
    RunRecord record = ended.record();
    if (record.outcome() == RunOutcome.SUCCEEDED) {
      return List.of();
    }
    List<Diagnostic> all = new ArrayList<>(ended.refusals());
    for (NodeSummary failed : record.failed()) {
      all.add(of(failed));
    }
    if (all.isEmpty()) {
      String reasons = String.join("\n", record.reasons());
      all.add(
          Diagnostic.error(
              "The run ended as " + record.outcome(),
              reasons.isEmpty() ? "Something of it was not done." : reasons,
              null));
    }
    return all;
  }

  private static Diagnostic of(NodeSummary failed) {
    NodeId id = NodeId.parse(failed.node());
    String message = String.valueOf(failed.message());
    return switch (id.role()) {
      case PRECONDITION ->
          Diagnostic.error("Resource precondition failed", message, null)
              .about(id.subject().text());
      case POSTCONDITION ->
          Diagnostic.error("Resource postcondition failed", message, null)
              .about(id.subject().text());
      default -> Diagnostic.error(NodeId.told(failed.node()) + " failed", message, null);
    };
  }
}
