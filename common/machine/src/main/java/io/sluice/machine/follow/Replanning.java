package io.sluice.machine.follow;

import io.sluice.machine.graph.Draft;
import io.sluice.machine.graph.RunEdit;
import io.sluice.machine.rule.Endings;
import io.sluice.machine.rule.Requests;
import io.sluice.machine.run.Stage;
import io.sluice.model.message.InboxMessage.Submitted;
import io.sluice.model.record.RunRecord.Refresh;
import java.util.List;

/** From a plan that a run leaves to the request for the next one. */
final class Replanning {
  private static final int MOST_PLANS = 10;

  private Replanning() {}

  /**
   * Plans again, once what left with the old plan is settled: at its old age, with the wider set.
   */
  static void again(Draft draft, RunEdit run) {
    String old = run.now().planId();
    if (old == null) {
      throw new IllegalStateException("there is no plan to be made again");
    }
    if (run.now().history().formerPlans().size() + 1 >= MOST_PLANS) {
      Endings.finish(
          draft, run, List.of("planned " + MOST_PLANS + " times, and state changed each time"));
      draft.holdsChanged();
      return;
    }
    Requests.numberAnew(run);
    run.read(null);
    run.hold(run.now().hold().givenUp());
    leave(draft, run, old, run.now().stage().queued());
    draft.holdsChanged();
  }

  /**
   * Everything is read: now the plan itself, under the same claim, on what was found. Where the
   * reads leave more behind than goes at a time, it is asked for when all of that is gone.
   */
  static void afterReads(Draft draft, RunEdit run) {
    String reads = run.now().planId();
    Submitted submission = run.run.submission();
    if (reads == null || submission == null) {
      Endings.finish(draft, run, List.of("the run's submission is no longer stored"));
      draft.holdsChanged();
      return;
    }
    run.read(Refresh.DONE);
    boolean atOnce = run.run.leftovers() <= draft.settings.sweep();
    Stage stage = run.now().stage();
    leave(draft, run, reads, atOnce ? stage.planning() : stage.queued());
    if (atOnce) {
      Requests.plan(draft, run, submission);
    }
  }

  /** Takes the plan's graph away, and of its records as many as go at a time. */
  private static void leave(Draft draft, RunEdit run, String old, Stage next) {
    run.to(run.now().with(run.now().history().without(old)).in(next));
    draft.flush(run);
    Sweeping.takeAway(draft, run.run, draft.settings.sweep());
  }
}
