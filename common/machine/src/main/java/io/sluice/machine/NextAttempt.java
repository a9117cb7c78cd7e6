package io.sluice.machine;

import io.sluice.machine.node.NodeState;
import io.sluice.machine.task.Attempt;

/** The attempt that a node comes to next. */
final class NextAttempt {
  private NextAttempt() {}

  static Attempt of(Draft draft, NodeEntry entry) {
    NodeState last = entry.state;
    String workspace = draft.state.workspace();
    if (last.tries().attempt() == 0) {
      return Attempt.first(
          workspace,
          entry.run.id,
          entry.planned(),
          draft.lookup(entry.run),
          entry.run.written().asking().attempted());
    }
    int number = last.tries().attempt() + 1;
    String known = last.token();
    String token = known != null ? known : Attempt.token(workspace, entry.run.id, entry.id, number);
    boolean absent = known != null && last.foundNothing();
    return new Attempt(number, token, last.mayHaveHappened(), last.provenAfter(), absent);
  }
}
