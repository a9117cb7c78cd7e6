package io.sluice.machine.follow;

import io.sluice.machine.fact.Decision;
import io.sluice.machine.fact.Decision.Fact;
import io.sluice.machine.fact.RunNote;
import io.sluice.machine.graph.KeptParts.PartKey;
import io.sluice.machine.graph.NodeEntry;
import io.sluice.machine.graph.RunState;
import io.sluice.machine.graph.RunView;
import io.sluice.machine.graph.View;
import io.sluice.machine.rule.Endings;
import io.sluice.machine.rule.Leftovers;
import io.sluice.machine.rule.Requests;
import io.sluice.machine.rule.Waves;
import io.sluice.machine.run.Run;
import io.sluice.machine.stored.Change;
import io.sluice.model.Address;
import io.sluice.model.CoreCode;
import io.sluice.model.TaskError;
import io.sluice.model.message.InboxMessage.Submitted;
import io.sluice.model.record.NodeStatus;
import io.sluice.model.record.RunRecord.Refresh;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** From a plan that a run leaves to the request for the next one. */
final class Replanning {
  private static final int MOST_PLANS = 10;

  private Replanning() {}

  /**
   * Plans again, once what left with the old plan is settled: at its old age, with the wider set.
   */
  static Decision again(View view, RunView run) {
    Run now = run.now();
    String old = now.planId();
    if (old == null) {
      throw new IllegalStateException("there is no plan to be made again");
    }
    if (now.history().formerPlans().size() + 1 >= MOST_PLANS) {
      String why = "planned " + MOST_PLANS + " times, and state changed each time";
      return Endings.finish(view, run, List.of(why)).and(new Fact.HoldsChanged());
    }
    Run left =
        Requests.numberedAnew(run, now)
            .with(now.history().with(null).without(old))
            .with(now.hold().givenUp())
            .in(now.stage().queued());
    return leave(view, run, left).and(new Fact.HoldsChanged());
  }

  /**
   * The nodes that turned out to need a new object, for which the plan has no node; none if
   * anything else went wrong.
   */
  static List<Address> needReplacement(RunState nodes) {
    int others = nodes.count(NodeStatus.IN_DOUBT) + nodes.count(NodeStatus.CANCELLED);
    if (others > 0 || nodes.count(NodeStatus.FAILED) == 0) {
      return List.of();
    }
    List<Address> late = new ArrayList<>();
    for (NodeEntry entry : nodes.planned(each -> each.standing() == NodeStatus.FAILED)) {
      TaskError error = entry.state().error();
      if (error == null || error.code() != CoreCode.NEEDS_REPLACEMENT) {
        return List.of();
      }
      late.add(entry.planned().address());
    }
    return late;
  }

  /**
   * Plans what is left, with all that is known by now. An approval of the first plan does not cover
   * deletions that it did not show; an approval of whatever is planned does.
   */
  static Decision anew(View view, RunView run, List<Address> late) {
    return Decision.of(
            Fact.moved(run, Run::unapproved), new Fact.RunNoted(run, new RunNote.PlannedAnew(late)))
        .then(() -> again(view, run));
  }

  /**
   * The reads are done: asks for the plan itself, under the same claim, based on what they found.
   * If they leave more records than one sweep removes, it asks once all of them are gone.
   */
  static Decision afterReads(View view, RunView run) {
    Run now = run.now();
    String reads = now.planId();
    Submitted submission = run.run().submission();
    if (reads == null || submission == null) {
      String why = "the run's submission is no longer stored";
      return Endings.finish(view, run, List.of(why)).and(new Fact.HoldsChanged());
    }
    boolean atOnce = run.run().leftovers() <= view.settings().sweep();
    Run left =
        now.with(now.history().with(Refresh.DONE).without(reads))
            .in(atOnce ? now.stage().planning() : now.stage().queued());
    return leave(view, run, left)
        .then(() -> atOnce ? Requests.plan(view, run, submission) : Decision.nothing());
  }

  /**
   * The wave is answered: the planner is asked again with all answers so far, under the same claim.
   * Only the questions are removed; a wave does not count as a former plan.
   */
  static Decision afterWave(View view, RunView run) {
    Run now = run.now();
    String wave = now.planId();
    Submitted submission = run.run().submission();
    Optional<String> why =
        submission == null
            ? Optional.of("the run's submission is no longer stored")
            : Waves.excess(view, Waves.answers(run));
    if (why.isPresent() || submission == null) {
      return Endings.finish(view, run, why.stream().toList()).and(new Fact.HoldsChanged());
    }
    List<Fact> questions = new ArrayList<>();
    for (PartKey part : run.run().parts()) {
      if (part.planId().equals(wave)) {
        questions.add(new Fact.Kept(new Change.Part(run.run().id, part.planId(), part.i(), null)));
      }
    }
    return Decision.of(
            new Fact.RunMoved(run, now, now.in(now.stage().planning())), new Fact.RunWritten(run))
        .then(() -> Decision.all(questions))
        .then(() -> Requests.send(view, run, submission));
  }

  /** Removes the plan's graph, and as many of its records as one sweep may. */
  private static Decision leave(View view, RunView run, Run left) {
    return Decision.of(new Fact.RunMoved(run, run.now(), left), new Fact.RunWritten(run))
        .then(() -> Decision.all(Leftovers.takeAway(run.run(), view.settings().sweep())));
  }
}
