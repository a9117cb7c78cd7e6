package io.sluice.planner.request;

import io.sluice.language.source.Diagnostic;
import io.sluice.model.message.PlanRequest.PlanRun;
import io.sluice.model.message.Snapshot;
import java.util.List;

/** A workspace belongs to the root of its first apply: another one would plan its deletion. */
final class RootCheck {
  private RootCheck() {}

  static List<Diagnostic> refusal(PlanRun request, Snapshot snapshot) {
    String owner = snapshot.root();
    String root = request.root();
    if (owner == null || root == null || owner.equals(root) || request.options().adoptWorkspace()) {
      return List.of();
    }
    return List.of(
        Diagnostic.error(
                "Workspace belongs to another root",
                "Workspace "
                    + request.workspace()
                    + " belongs to \""
                    + owner
                    + "\", this submission comes from \""
                    + root
                    + "\".",
                null)
            .withHint("Use another workspace, or take it over with --adopt-workspace."));
  }
}
