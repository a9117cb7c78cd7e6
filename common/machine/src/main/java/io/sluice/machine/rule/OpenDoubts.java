package io.sluice.machine.rule;

import io.sluice.machine.graph.Draft;
import io.sluice.machine.graph.NodeEntry;
import io.sluice.machine.graph.RunEdit;
import io.sluice.machine.graph.RunState;
import io.sluice.machine.node.NodeEvent;
import io.sluice.machine.task.Attempt;
import io.sluice.machine.task.TaskFactory;
import io.sluice.model.Address;

/** What is left of attempts that may have happened when their plan, or their run, is given up. */
public final class OpenDoubts {
  private OpenDoubts() {}

  /**
   * Its plan is thrown away before an earlier attempt was settled: the next plan finds the token in
   * state, and begins with looking.
   */
  public static void record(Draft draft, RunState run) {
    run.planned(OpenDoubts::isOpen)
        .forEach(entry -> Commits.doubt(draft, entry, NodeOutcomes.provenBy(draft, entry, null)));
  }

  /**
   * The run ends, and what an earlier plan of it left open was not come to again: no other node
   * stands for it, so a person could not settle it.
   */
  static void leaveOpen(Draft draft, RunEdit run) {
    if (!run.run.built() || run.now().history().formerPlans().isEmpty()) {
      return;
    }
    for (NodeEntry entry : run.run.planned(OpenDoubts::isUntouched)) {
      Attempt next = NextAttempt.of(draft, run.run, entry);
      Address at = TaskFactory.priorAddress(entry.planned());
      if (next.recovering() && !draft.state.indexes().doubts().containsKey(at)) {
        draft.move(entry, new NodeEvent.Dispatched(next));
        NodeOutcomes.leaveInDoubt(
            draft, run, entry, "an attempt under an earlier plan of the run may have happened");
      }
    }
  }

  private static boolean isUntouched(NodeEntry entry) {
    return entry.sent()
        && !entry.stored()
        && !entry.succeeded()
        && !NodeOutcomes.canRepeatFreely(entry.planned());
  }

  private static boolean isOpen(NodeEntry entry) {
    boolean free =
        switch (entry.standing()) {
          case READY, WAITING, SKIPPED -> true;
          case PENDING, DISPATCHED, STARTED, EXPANDED, SUCCEEDED, FAILED, CANCELLED, IN_DOUBT ->
              false;
        };
    return free
        && entry.stored()
        && entry.state().mayHaveHappened()
        && !NodeOutcomes.canRepeatFreely(entry.planned());
  }
}
