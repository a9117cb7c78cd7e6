package io.sluice.machine.rule;

import io.sluice.machine.fact.Decision;
import io.sluice.machine.fact.Decision.Fact;
import io.sluice.machine.fact.RunNote;
import io.sluice.machine.graph.NodeEntry;
import io.sluice.machine.graph.RunState;
import io.sluice.machine.graph.RunView;
import io.sluice.machine.graph.View;
import io.sluice.machine.run.End;
import io.sluice.machine.run.Run;
import io.sluice.machine.stored.Change;
import io.sluice.machine.transition.Command;
import io.sluice.model.TaskError;
import io.sluice.model.message.InboxMessage.PlanPart;
import io.sluice.model.plan.Node;
import io.sluice.model.record.NodeStatus;
import io.sluice.model.record.NodeSummary;
import io.sluice.model.record.RecordKeys;
import io.sluice.model.record.Refusal;
import io.sluice.model.record.RunOutcome;
import io.sluice.model.record.RunRecord.Stop;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Decides when a run is over, and what is left of it. */
public final class Endings {
  private static final int REASONS_KEPT = 20;
  private static final int SUMMARISED = 100;
  private static final int UNRESOLVED_PER_PART = 50;

  private Endings() {}

  /** Stops waiting for every attempt that is out, and leaves it in doubt. */
  public static Decision giveUp(View view, RunView run, String why) {
    Decision given = Decision.nothing();
    boolean leftOut = false;
    for (NodeEntry entry : run.run().planned(NodeEntry::outstanding)) {
      leftOut |= entry.sent();
      given =
          given.then(
              () ->
                  entry.sent() && !NodeOutcomes.canRepeatFreely(entry.planned())
                      ? NodeOutcomes.leaveInDoubt(view, entry, why)
                      : NodeOutcomes.drop(view, run, entry, why));
    }
    boolean workedOn = leftOut;
    return given
        .then(() -> finish(view, run, run.now().control().reasons(), workedOn))
        .and(new Fact.HoldsChanged());
  }

  public static Decision end(View view, RunView run) {
    return finish(view, run, run.now().control().reasons()).and(new Fact.HoldsChanged());
  }

  public static Decision refuse(View view, RunView run, List<String> reasons) {
    return Fact.moved(run, now -> now.with(now.control().stopped(Stop.REFUSED)))
        .then(() -> finish(view, run, reasons));
  }

  /**
   * Ends the run for its people and gives its claim up. If the planner has been asked and may
   * answer with tasks that left, the claim stays until it has answered, or is known to have skipped
   * the request.
   */
  public static Decision finish(View view, RunView run, List<String> reasons) {
    return finish(view, run, reasons, false);
  }

  /**
   * @param workedOn whether an attempt was given up that may still be worked on
   */
  private static Decision finish(View view, RunView run, List<String> reasons, boolean workedOn) {
    boolean awaitsPlan = run.now().isPlanning() && run.now().stop() != Stop.REFUSED;
    return OpenDoubts.leaveOpen(view, run)
        .then(() -> finish(view, run, reasons, workedOn, awaitsPlan));
  }

  private static Decision finish(
      View view, RunView run, List<String> reasons, boolean workedOn, boolean awaitsPlan) {
    Run now = run.now();
    End was = now.end();
    List<NodeEntry> doubts = unfinished(run, NodeStatus.IN_DOUBT);
    List<Node> unresolved = doubts.stream().map(NodeEntry::planned).toList();
    End end =
        new End(
            outcome(run, reasons, was),
            was == null ? view.context().now() : was.at(),
            summary(doubts, unfinished(run, NodeStatus.FAILED)),
            refusals(view, run, was),
            awaitsPlan);
    Run ended = now.in(now.stage().ended(end));
    if (was == null) {
      ended = ended.with(now.control().because(first(reasons)));
    }
    if (!awaitsPlan) {
      ended = ended.with(now.hold().givenUp());
    }
    return new Fact.RunMoved(run, now, ended)
        .then(() -> told(run, was == null, end))
        .and(new Fact.RunWritten(run))
        .and(kept(run, unresolved))
        .and(released(ended, workedOn));
  }

  private static Decision told(RunView run, boolean ends, End end) {
    List<String> reasons = run.now().control().reasons();
    List<Fact> told = new ArrayList<>(2);
    if (run.now().stop() == Stop.REFUSED) {
      told.add(new Fact.RunNoted(run, new RunNote.Refused(reasons)));
    }
    if (ends) {
      told.add(
          new Fact.RunNoted(
              run, new RunNote.Ended(end.outcome(), run.counts(), end.failed(), reasons)));
    }
    return Decision.all(told);
  }

  private static Decision released(Run ended, boolean workedOn) {
    List<Fact> released = new ArrayList<>(2);
    boolean stopped =
        ended.stop() != null && ended.stop() != Stop.FAILURE && ended.stop() != Stop.REFUSED;
    if ((ended.paused() || stopped) && !ended.lingers() && !workedOn) {
      released.add(new Fact.Ordered(new Command.ClearControl(ended.id())));
    }
    // What was refused would be refused again; a new attempt is a new submission.
    RunOutcome outcome = ended.end() == null ? null : ended.end().outcome();
    if (outcome == RunOutcome.SUCCEEDED || outcome == RunOutcome.REFUSED) {
      released.add(new Fact.Kept(new Change.Submission(ended.id(), null)));
    }
    return Decision.all(released);
  }

  private static List<String> first(List<String> reasons) {
    return reasons.subList(0, Math.min(reasons.size(), REASONS_KEPT));
  }

  private static List<Refusal> refusals(View view, RunView run, @Nullable End was) {
    if (was != null) {
      return was.refusals();
    }
    List<Refusal> refusals = new ArrayList<>();
    if (run.now().stop() == Stop.REFUSED) {
      WorkspaceRoot.refusal(view, run).ifPresent(refusals::add);
      PlanChecks.difference(run).ifPresent(refusals::add);
    }
    return refusals;
  }

  private static @Nullable RunOutcome outcome(
      RunView run, List<String> reasons, @Nullable End was) {
    boolean doubts = run.run().count(NodeStatus.IN_DOUBT) > 0;
    if (was != null) {
      return doubts ? RunOutcome.NEEDS_ATTENTION : was.outcome();
    }
    Stop stop = run.now().stop();
    if (stop == Stop.REFUSED) {
      return RunOutcome.REFUSED;
    }
    if (doubts) {
      return RunOutcome.NEEDS_ATTENTION;
    }
    if (stop == Stop.QUARANTINED) {
      return RunOutcome.FAILED;
    }
    RunState nodes = run.run();
    boolean incomplete =
        !nodes.built()
            || nodes.neverDispatched() > 0
            || nodes.count(NodeStatus.CANCELLED) > 0
            || run.now().asks()
            || (run.now().reading() && !run.now().onlyReads());
    if (stop != null && stop != Stop.FAILURE && incomplete) {
      return RunOutcome.CANCELLED;
    }
    boolean failed =
        nodes.count(NodeStatus.FAILED) + nodes.count(NodeStatus.SKIPPED) > 0
            || incomplete
            || (stop == null && !reasons.isEmpty());
    return failed ? RunOutcome.FAILED : RunOutcome.SUCCEEDED;
  }

  private static List<NodeEntry> unfinished(RunView run, NodeStatus standing) {
    if (run.run().count(standing) == 0) {
      return List.of();
    }
    return run.run().planned(entry -> entry.standing() == standing);
  }

  private static List<NodeSummary> summary(List<NodeEntry> doubts, List<NodeEntry> failures) {
    List<NodeSummary> summaries = new ArrayList<>();
    for (List<NodeEntry> entries : List.of(doubts, failures)) {
      for (NodeEntry entry : entries.subList(0, Math.min(entries.size(), SUMMARISED))) {
        TaskError error = entry.state().error();
        summaries.add(
            new NodeSummary(
                entry.id,
                entry.state().status(),
                error == null ? null : error.errorClass(),
                error == null ? null : error.code(),
                shortened(error == null ? String.valueOf(entry.state().why()) : error.message())));
      }
    }
    return summaries.size() > SUMMARISED ? summaries.subList(0, SUMMARISED) : summaries;
  }

  private static String shortened(String text) {
    return text.length() <= 1_000 ? text : text.substring(0, 1_000) + "...";
  }

  /** Nodes in doubt outlive their run: with their record and token they can still be resolved. */
  private static Decision kept(RunView run, List<Node> unresolved) {
    List<Fact> kept = new ArrayList<>();
    for (int i = 0; i * UNRESOLVED_PER_PART < unresolved.size(); i++) {
      int from = i * UNRESOLVED_PER_PART;
      int to = Math.min(unresolved.size(), from + UNRESOLVED_PER_PART);
      kept.add(
          new Fact.Kept(
              new Change.Part(
                  new PlanPart(
                      run.run().id,
                      RecordKeys.UNRESOLVED,
                      i,
                      unresolved.subList(from, to),
                      Map.of()))));
    }
    return Decision.all(kept);
  }
}
