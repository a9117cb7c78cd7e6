package io.sluice.machine.rule;

import io.sluice.machine.graph.Draft;
import io.sluice.machine.graph.NodeEntry;
import io.sluice.machine.graph.RunState;
import io.sluice.machine.node.NodeState;
import io.sluice.machine.node.Operation;
import io.sluice.machine.task.Attempt;

/** The attempt that a node comes to next. */
public final class NextAttempt {
  private NextAttempt() {}

  public static Attempt of(Draft draft, RunState run, NodeEntry entry) {
    NodeState last = entry.state();
    String workspace = draft.state.workspace();
    if (last.tries().attempt() == 0) {
      return Attempt.first(
          workspace,
          run.id,
          entry.planned(),
          draft.lookup(run),
          run.written().asking().attempted());
    }
    int number = last.tries().attempt() + 1;
    Operation operation = last.operation();
    String known = operation.token();
    String token = known != null ? known : Attempt.token(workspace, run.id, entry.id, number);
    boolean absent = known != null && operation.absent();
    return new Attempt(number, token, operation.mayHaveHappened(), operation.provenAfter(), absent);
  }
}
