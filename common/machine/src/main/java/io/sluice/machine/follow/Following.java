package io.sluice.machine.follow;

import io.sluice.machine.fact.Decision;
import io.sluice.machine.fact.Decision.Fact;
import io.sluice.machine.fact.RunNote;
import io.sluice.machine.graph.Followed;
import io.sluice.machine.graph.RunState;
import io.sluice.machine.graph.RunView;
import io.sluice.machine.graph.View;
import io.sluice.machine.node.NodeState;
import io.sluice.machine.rule.Endings;
import io.sluice.machine.rule.OpenDoubts;
import io.sluice.machine.run.PlanInForce;
import io.sluice.machine.run.Run;
import io.sluice.machine.run.Stage;
import io.sluice.model.Address;
import io.sluice.model.record.NodeStatus;
import java.util.List;
import java.util.Objects;

/**
 * What follows from a decision. Handlers say which runs they touched; this class decides, in one
 * fixed order, what becomes of those runs, which runs get what they gave up, and what is tidied up.
 */
public final class Following {
  private Following() {}

  /**
   * @param tidies whether records that nothing needs any more are taken away
   */
  public static Decision follow(View view, boolean tidies) {
    Decision followed = settleTouched(view).then(() -> grant(view));
    if (tidies) {
      followed = followed.then(() -> Sweeping.sweep(view)).then(() -> grant(view));
    }
    return followed.then(
        () -> view.state().followed() == Followed.ALL ? fillStarved(view) : settleAll(view));
  }

  private static Decision settleTouched(View view) {
    RunView run = view.touched();
    return run == null
        ? Decision.nothing()
        : new Fact.RunSettled()
            .then(() -> settle(view, run))
            .then(() -> grant(view))
            .then(() -> settleTouched(view));
  }

  /**
   * After a takeover, or after an input from which nothing was to follow: dispatches everything
   * that may be dispatched.
   */
  private static Decision settleAll(View view) {
    Decision settled = Decision.nothing();
    for (RunState run : view.state().activeRuns()) {
      settled = settled.then(() -> settle(view, view.run(run))).then(() -> grant(view));
    }
    return settled
        .and(new Fact.HoldsChanged())
        .then(() -> grant(view))
        .and(new Fact.FollowedBy(Followed.ALL));
  }

  /** Runs that wait for places of a provider get what others have left. */
  private static Decision fillStarved(View view) {
    Decision filled = Decision.nothing();
    for (RunState run : view.state().activeRuns()) {
      if (run.starved()) {
        filled = filled.then(() -> settle(view, view.run(run))).then(() -> grant(view));
      }
    }
    return filled;
  }

  private static Decision grant(View view) {
    return view.holdsChanged()
        ? new Fact.HoldsReviewed().then(() -> ClaimQueue.grant(view)).then(() -> grant(view))
        : Decision.nothing();
  }

  /** After anything that changed a run: sends what may leave, and ends it when nothing is left. */
  private static Decision settle(View view, RunView run) {
    Run now = run.now();
    if (now.ended()) {
      return Decision.nothing();
    }
    boolean out = run.run().outstanding() > 0;
    if (now.lingers()) {
      return now.awaitsPlan() || out ? Decision.nothing() : Endings.end(view, run);
    }
    return switch (now.stage()) {
      case Stage.Executing executing ->
          Releasing.fill(view, run).then(() -> settleExecuting(view, run));
      case Stage.Planning planning ->
          now.stopping() ? Endings.finish(view, run, now.control().reasons()) : Decision.nothing();
      case Stage.Queued queued -> now.stopping() ? Endings.end(view, run) : Decision.nothing();
      case Stage.AwaitingApproval awaiting ->
          now.stopping() && !out ? Endings.end(view, run) : Decision.nothing();
      case Stage.Ended ended -> Decision.nothing();
    };
  }

  private static Decision settleExecuting(View view, RunView run) {
    RunState nodes = run.run();
    if (nodes.outstanding() > 0) {
      return Decision.nothing();
    }
    if (run.now().stopping()) {
      return Endings.end(view, run);
    }
    if (run.now().replan()) {
      return OpenDoubts.record(view, nodes)
          .then(
              () ->
                  nodes.count(NodeStatus.IN_DOUBT) > 0
                      ? Endings.end(view, run)
                      : Replanning.again(view, run));
    }
    int waiting = nodes.count(NodeStatus.WAITING);
    if (nodes.count(NodeStatus.READY) + waiting > 0) {
      return nodes.count(NodeStatus.READY) == 0 && unapproved(nodes) == waiting
          ? awaitApproval(run)
          : Decision.nothing();
    }
    if (run.now().asks() && allSucceeded(nodes)) {
      return Replanning.afterWave(view, run);
    }
    if (run.now().reading() && !run.now().onlyReads() && allSucceeded(nodes)) {
      return Replanning.afterReads(view, run);
    }
    List<Address> late = Replanning.needReplacement(nodes);
    return late.isEmpty() ? Endings.end(view, run) : Replanning.anew(view, run, late);
  }

  private static int unapproved(RunState nodes) {
    return nodes.planned(entry -> entry.state() instanceof NodeState.Unapproved).size();
  }

  /** Everything that is left waits for an approval. */
  private static Decision awaitApproval(RunView run) {
    Run now = run.now();
    PlanInForce plan = Objects.requireNonNull(now.plan());
    return Decision.of(
        new Fact.RunMoved(run, now, now.in(now.stage().awaitingApproval())),
        new Fact.RunNoted(
            run, new RunNote.AwaitingApprovalBeyond(plan.toApprove(), plan.beyond().waiting())));
  }

  private static boolean allSucceeded(RunState run) {
    return run.count(NodeStatus.FAILED)
            + run.count(NodeStatus.SKIPPED)
            + run.count(NodeStatus.CANCELLED)
            + run.count(NodeStatus.IN_DOUBT)
        == 0;
  }
}
