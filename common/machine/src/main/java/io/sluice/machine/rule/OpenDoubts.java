package io.sluice.machine.rule;

import io.sluice.machine.fact.Decision;
import io.sluice.machine.fact.Decision.Fact;
import io.sluice.machine.graph.NodeEntry;
import io.sluice.machine.graph.RunState;
import io.sluice.machine.graph.RunView;
import io.sluice.machine.graph.View;
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
  public static Decision record(View view, RunState run) {
    Decision recorded = Decision.nothing();
    for (NodeEntry entry : run.planned(OpenDoubts::isOpen)) {
      recorded =
          recorded.then(() -> Commits.doubt(view, entry, NodeOutcomes.provenBy(view, entry, null)));
    }
    return recorded;
  }

  /**
   * The run ends without having reached again what an earlier plan of it left open. No other node
   * stands for that, so without this a person could not settle it.
   */
  static Decision leaveOpen(View view, RunView run) {
    Decision left = Decision.nothing();
    if (run.run().built() && !run.now().history().formerPlans().isEmpty()) {
      for (NodeEntry entry : run.run().planned(OpenDoubts::isUntouched)) {
        left = left.then(() -> leaveOpen(view, run, entry));
      }
    }
    return left;
  }

  private static Decision leaveOpen(View view, RunView run, NodeEntry entry) {
    Attempt next = NextAttempt.of(view, run, entry);
    Address at = TaskFactory.priorAddress(entry.planned());
    if (!next.recovering() || view.state().indexes().doubts().containsKey(at)) {
      return Decision.nothing();
    }
    String why = "an attempt under an earlier plan of the run may have happened";
    return new Fact.NodeMoved(entry, new NodeEvent.Dispatched(next))
        .then(() -> NodeOutcomes.leaveInDoubt(view, entry, why));
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
