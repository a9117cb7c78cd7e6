package io.sluice.machine.rule;

import io.sluice.machine.graph.RunView;
import io.sluice.machine.graph.View;
import io.sluice.model.record.Refusal.OtherRoot;
import io.sluice.model.record.WorkspaceRecord;
import java.util.Optional;

/** The root module that a workspace belongs to. */
public final class WorkspaceRoot {
  private WorkspaceRoot() {}

  /** Why this run may not go on in this workspace, if another root belongs to it. */
  public static Optional<String> wrong(View view, RunView run) {
    return refusal(view, run)
        .map(
            other ->
                "workspace "
                    + view.workspace()
                    + " belongs to "
                    + other.owner()
                    + ", not to "
                    + other.asked()
                    + "; use --workspace, or --adopt-workspace");
  }

  /** The same for programs. */
  static Optional<OtherRoot> refusal(View view, RunView run) {
    String remembered = view.state().workspaceRecord().map(WorkspaceRecord::root).orElse(null);
    String root = run.now().identity().root();
    if (root == null
        || remembered == null
        || root.equals(remembered)
        || run.now().options().adoptWorkspace()) {
      return Optional.empty();
    }
    return Optional.of(new OtherRoot(remembered, root));
  }
}
