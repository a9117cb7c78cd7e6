package io.sluice.machine.rule;

import io.sluice.machine.fact.Decision;
import io.sluice.machine.fact.Decision.Fact;
import io.sluice.machine.graph.RunView;
import io.sluice.machine.graph.View;
import io.sluice.machine.stored.Change;
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

  /** The root of the first apply is the workspace's. */
  public static Decision remembered(View view, RunView run) {
    String root = run.now().identity().root();
    WorkspaceRecord known = view.state().workspaceRecord().orElse(null);
    if (root == null || (known != null && root.equals(known.root()))) {
      return Decision.nothing();
    }
    WorkspaceRecord workspace =
        new WorkspaceRecord(
            view.workspace(),
            root,
            run.run().id,
            view.context().now(),
            known == null ? null : known.origin(),
            known == null ? null : known.removedAt());
    return new Fact.Kept(new Change.Workspace(workspace));
  }
}
