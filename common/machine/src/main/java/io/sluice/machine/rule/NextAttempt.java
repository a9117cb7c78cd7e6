package io.sluice.machine.rule;

import io.sluice.machine.graph.NodeEntry;
import io.sluice.machine.graph.RunView;
import io.sluice.machine.graph.View;
import io.sluice.machine.node.NodeState;
import io.sluice.machine.node.Operation;
import io.sluice.machine.task.Attempt;

/** Makes the next attempt of a node. */
public final class NextAttempt {
  private NextAttempt() {}

  public static Attempt of(View view, RunView run, NodeEntry entry) {
    NodeState last = entry.state();
    String workspace = view.workspace();
    if (last.tries().attempt() == 0) {
      return Attempt.first(
          workspace,
          run.run().id,
          entry.planned(),
          view.lookup(run),
          run.run().written().asking().attempted());
    }
    int number = last.tries().attempt() + 1;
    Operation operation = last.operation();
    String known = operation.token();
    String token = known != null ? known : Attempt.token(workspace, run.run().id, entry.id, number);
    boolean absent = known != null && operation.absent();
    return new Attempt(
        number,
        token,
        operation.mayHaveHappened(),
        operation.provenAfter(),
        absent,
        operation.callers());
  }
}
