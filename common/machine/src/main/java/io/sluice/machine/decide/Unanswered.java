package io.sluice.machine.decide;

import io.sluice.machine.fact.Decision;
import io.sluice.machine.fact.Decision.Fact;
import io.sluice.machine.fact.RunNote;
import io.sluice.machine.graph.NodeEntry;
import io.sluice.machine.graph.RunView;
import io.sluice.machine.graph.View;
import io.sluice.machine.rule.Endings;
import io.sluice.machine.rule.NodeOutcomes;
import io.sluice.machine.rule.Requests;
import io.sluice.machine.run.Run;
import io.sluice.machine.transition.Input;
import io.sluice.model.CoreCode;
import io.sluice.model.TaskError;
import io.sluice.model.message.InboxMessage.Submitted;
import java.util.List;

/** Repeats, a few times, a request that the planner skipped without an answer. */
public final class Unanswered {
  private Unanswered() {}

  public static Decision unanswered(View view, Input.Unanswered unanswered) {
    RunView run = view.run(unanswered.run());
    if (run == null) {
      return Decision.nothing();
    }
    if (unanswered.node() != null) {
      NodeEntry entry = Expansions.asked(run, unanswered.node());
      return entry == null || entry.state().tries().attempt() != unanswered.round()
          ? Decision.nothing()
          : expandAgain(view, run, entry).and(new Fact.RunTouched(run));
    }
    return run.now().awaitsPlan() && run.now().asking().round() == unanswered.round()
        ? planAgain(view, run)
        : Decision.nothing();
  }

  private static Decision planAgain(View view, RunView run) {
    if (run.now().lingers()) {
      return Endings.end(view, run);
    }
    Submitted submission = run.run().submission();
    Run now = run.now();
    Run inVain = now.with(now.asking().inVain());
    int unanswered = inVain.asking().unanswered();
    if (submission == null || unanswered > view.settings().maxRecoveries()) {
      String why = "the planner was asked " + unanswered + " times and gave no answer";
      List<String> reasons =
          List.of(submission == null ? "the run's submission is no longer stored" : why);
      return new Fact.RunMoved(run, now, inVain)
          .then(() -> Endings.refuse(view, run, reasons))
          .and(new Fact.HoldsChanged());
    }
    // If the answer still comes, no attempt that left with it is taken for a later one.
    Run anew = Requests.numberedAnew(run, inVain);
    return new Fact.RunMoved(run, now, anew.with(anew.asking().attempted(1)))
        .and(PlanParts.drop(run))
        .and(new Fact.RunNoted(run, new RunNote.AskedAgain()))
        .then(() -> Requests.send(view, run, submission));
  }

  private static Decision expandAgain(View view, RunView run, NodeEntry entry) {
    int unanswered = entry.state().tries().recoveries() + 1;
    if (run.now().stopping()) {
      return NodeOutcomes.drop(view, run, entry, "the run stopped before it was expanded");
    }
    if (unanswered > view.settings().maxRecoveries()) {
      String text = "the planner was asked " + unanswered + " times and gave no answer";
      return NodeOutcomes.fail(view, run, entry, TaskError.of(CoreCode.NO_ANSWER, text));
    }
    return view.tasks()
        .values(entry.planned(), view.lookup(run))
        .map(values -> Requests.expand(view, run, entry, values, unanswered))
        .orElseGet(() -> NodeOutcomes.fail(view, run, entry, Requests.unresolved(entry.planned())));
  }
}
