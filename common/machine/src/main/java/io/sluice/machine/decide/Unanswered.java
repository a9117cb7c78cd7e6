package io.sluice.machine.decide;

import io.sluice.machine.graph.Draft;
import io.sluice.machine.graph.NodeEntry;
import io.sluice.machine.graph.RunEdit;
import io.sluice.machine.rule.Endings;
import io.sluice.machine.rule.NodeOutcomes;
import io.sluice.machine.rule.Requests;
import io.sluice.machine.transition.Input;
import io.sluice.model.CoreCode;
import io.sluice.model.TaskError;
import io.sluice.model.message.EventKind;
import io.sluice.model.message.InboxMessage.Submitted;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request that the planner has passed in silence is made again, a few times. */
public final class Unanswered {
  private Unanswered() {}

  public static void unanswered(Draft draft, Input.Unanswered unanswered) {
    RunEdit run = draft.edit(unanswered.run());
    if (run == null) {
      return;
    }
    if (unanswered.node() != null) {
      expandAgain(draft, run, Expansions.asked(run, unanswered.node()), unanswered.round());
    } else if (run.now().awaitsPlan() && run.now().asking().round() == unanswered.round()) {
      planAgain(draft, run);
    }
  }

  private static void planAgain(Draft draft, RunEdit run) {
    if (run.now().lingers()) {
      Endings.end(draft, run);
      return;
    }
    Submitted submission = run.run.submission();
    run.to(run.now().with(run.now().asking().inVain()));
    int unanswered = run.now().asking().unanswered();
    if (submission == null || unanswered > draft.settings.maxRecoveries()) {
      String why = "the planner was asked " + unanswered + " times and gave no answer";
      Endings.refuse(
          draft,
          run,
          List.of(submission == null ? "the run's submission is no longer stored" : why));
      draft.holdsChanged();
      return;
    }
    // Should an answer come all the same, no attempt that left with it is taken for a later one.
    Requests.numberAnew(run);
    run.to(run.now().with(run.now().asking().attempted(1)));
    PlanParts.drop(draft, run);
    draft.tell(run, EventKind.RUN_CHANGED, "The planner gave no answer; asking again");
    Requests.send(draft, run, submission);
  }

  private static void expandAgain(
      Draft draft, RunEdit run, @Nullable NodeEntry entry, int attempt) {
    if (entry == null || entry.state().tries().attempt() != attempt) {
      return;
    }
    int unanswered = entry.state().tries().recoveries() + 1;
    if (run.now().stopping()) {
      NodeOutcomes.drop(draft, run, entry, "the run stopped before it was expanded");
    } else if (unanswered > draft.settings.maxRecoveries()) {
      String text = "the planner was asked " + unanswered + " times and gave no answer";
      NodeOutcomes.fail(draft, run, entry, TaskError.of(CoreCode.NO_ANSWER, text));
    } else {
      draft
          .tasks
          .values(entry.planned(), draft.lookup(run.run))
          .ifPresentOrElse(
              values -> Requests.expand(draft, run, entry, values, unanswered),
              () -> NodeOutcomes.fail(draft, run, entry, Requests.unresolved(entry.planned())));
    }
    draft.touch(run);
  }
}
