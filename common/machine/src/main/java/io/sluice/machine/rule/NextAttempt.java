package io.sluice.machine.rule;

import io.sluice.machine.graph.Draft;
import io.sluice.machine.graph.NodeEntry;
import io.sluice.machine.node.NodeState;
import io.sluice.machine.task.Attempt;

/** The attempt that a node comes to next. */
public final class NextAttempt {
  private NextAttempt() {}

  public static Attempt of(Draft draft, NodeEntry entry) {
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
