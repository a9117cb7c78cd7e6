package io.sluice.planner.request;

import io.sluice.language.source.Diagnostic;
import io.sluice.model.message.PlanRequest.PlanRun;
import io.sluice.model.message.Snapshot;
import io.sluice.model.plan.RunKind;
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
            .withHint(hint(request, owner)));
  }

  /**
   * What to do. A destroy with --adopt-workspace would use a configuration that knows nothing of
   * the objects.
   */
  private static String hint(PlanRun request, String owner) {
    return request.kind() == RunKind.DESTROY
        ? "Destroy it from the directory \""
            + owner
            + "\", or with `sluice fleet destroy` if it is one of several workspaces."
        : "Use another workspace, or take it over with --adopt-workspace.";
  }
}
