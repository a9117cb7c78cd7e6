package io.sluice.machine.rule;

import io.sluice.machine.graph.Draft;
import io.sluice.machine.graph.NodeEntry;
import io.sluice.machine.graph.RunEdit;
import io.sluice.machine.graph.RunState;
import io.sluice.machine.narrate.Events;
import io.sluice.machine.run.End;
import io.sluice.machine.stored.Change;
import io.sluice.machine.transition.Command;
import io.sluice.model.TaskError;
import io.sluice.model.message.EventKind;
import io.sluice.model.message.InboxMessage.PlanPart;
import io.sluice.model.plan.Node;
import io.sluice.model.record.NodeStatus;
import io.sluice.model.record.NodeSummary;
import io.sluice.model.record.RecordKeys;
import io.sluice.model.record.Refusal;
import io.sluice.model.record.RunOutcome;
import io.sluice.model.record.RunRecord.Stop;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** When a run is over, and what is left of it. */
public final class Endings {
  private static final int REASONS_KEPT = 20;
  private static final int SUMMARISED = 100;
  private static final int UNRESOLVED_PER_PART = 50;

  private Endings() {}

  /** Whatever became of it, no attempt of it is waited for any more: it is left in doubt. */
  public static void giveUp(Draft draft, RunEdit run, String why) {
    for (NodeEntry entry : run.run.planned(NodeEntry::outstanding)) {
      run.leftOut |= entry.sent();
      if (entry.sent() && !NodeOutcomes.canRepeatFreely(entry.planned())) {
        NodeOutcomes.leaveInDoubt(draft, run, entry, why);
      } else {
        NodeOutcomes.drop(draft, run, entry, why);
      }
    }
    end(draft, run);
  }

  public static void end(Draft draft, RunEdit run) {
    finish(draft, run, run.now().control().reasons());
    draft.holdsChanged();
  }

  public static void refuse(Draft draft, RunEdit run, List<String> reasons) {
    run.stop(Stop.REFUSED);
    finish(draft, run, reasons);
  }

  /**
   * Ends the run for its people and gives its claim up. If the planner has been asked and may
   * answer with tasks that left, the claim stays until it has answered, or is known to have skipped
   * the request.
   */
  public static void finish(Draft draft, RunEdit run, List<String> reasons) {
    boolean awaitsPlan = run.now().isPlanning() && run.now().stop() != Stop.REFUSED;
    OpenDoubts.leaveOpen(draft, run);
    boolean built = run.run.built();
    run.neverDispatched =
        built
            ? run.run.count(NodeStatus.PENDING)
                + run.run.count(NodeStatus.READY)
                + run.run.count(NodeStatus.EXPANDED)
            : 0;
    End was = run.now().end();
    RunOutcome outcome = was == null ? outcome(run, reasons) : was.outcome();
    if (was == null) {
      run.because(reasons.subList(0, Math.min(reasons.size(), REASONS_KEPT)));
    } else if (run.run.count(NodeStatus.IN_DOUBT) > 0) {
      outcome = RunOutcome.NEEDS_ATTENTION;
    }
    List<NodeEntry> doubts = unfinished(run, NodeStatus.IN_DOUBT);
    List<Node> unresolved = doubts.stream().map(NodeEntry::planned).toList();
    List<NodeSummary> failed = summary(doubts, unfinished(run, NodeStatus.FAILED));
    Instant at = was == null ? draft.moment.now() : was.at();
    End end = new End(outcome, at, failed, refusals(draft, run, was), awaitsPlan);
    run.to(run.now().stage().ended(end));
    if (!awaitsPlan) {
      run.hold(run.now().hold().givenUp());
    }
    if (run.now().stop() == Stop.REFUSED) {
      draft.tell(run, EventKind.REFUSED, String.join("\n", run.now().control().reasons()));
    }
    if (was == null) {
      Events.ended(draft, run, run.counts());
    }
    draft.flush(run);
    keep(draft, run, unresolved);
    boolean controlled =
        run.now().paused()
            || (run.now().stop() != null
                && run.now().stop() != Stop.FAILURE
                && run.now().stop() != Stop.REFUSED);
    if (controlled && !run.now().lingers() && !run.leftOut) {
      draft.send(new Command.ClearControl(run.run.id));
    }
    // What was refused would be refused again; a new attempt is a new submission.
    if (outcome == RunOutcome.SUCCEEDED || outcome == RunOutcome.REFUSED) {
      draft.put(new Change.Submission(run.run.id, null));
    }
  }

  private static List<Refusal> refusals(Draft draft, RunEdit run, @Nullable End was) {
    if (was != null) {
      return was.refusals();
    }
    List<Refusal> refusals = new ArrayList<>();
    if (run.now().stop() == Stop.REFUSED) {
      WorkspaceRoot.refusal(draft, run).ifPresent(refusals::add);
      PlanChecks.difference(run).ifPresent(refusals::add);
    }
    return refusals;
  }

  private static RunOutcome outcome(RunEdit run, List<String> reasons) {
    RunState nodes = run.run;
    if (run.now().stop() == Stop.REFUSED) {
      return RunOutcome.REFUSED;
    }
    if (nodes.count(NodeStatus.IN_DOUBT) > 0) {
      return RunOutcome.NEEDS_ATTENTION;
    }
    if (run.now().stop() == Stop.QUARANTINED) {
      return RunOutcome.FAILED;
    }
    boolean incomplete =
        !nodes.built()
            || run.neverDispatched > 0
            || nodes.count(NodeStatus.CANCELLED) > 0
            || (run.now().reading() && !run.now().onlyReads());
    if (run.now().stop() != null && run.now().stop() != Stop.FAILURE && incomplete) {
      return RunOutcome.CANCELLED;
    }
    boolean failed =
        nodes.count(NodeStatus.FAILED) + nodes.count(NodeStatus.SKIPPED) > 0
            || incomplete
            || (run.now().stop() == null && !reasons.isEmpty());
    return failed ? RunOutcome.FAILED : RunOutcome.SUCCEEDED;
  }

  private static List<NodeEntry> unfinished(RunEdit run, NodeStatus standing) {
    if (run.run.count(standing) == 0) {
      return List.of();
    }
    return run.run.planned(entry -> entry.standing() == standing);
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
  private static void keep(Draft draft, RunEdit run, List<Node> unresolved) {
    for (int i = 0; i * UNRESOLVED_PER_PART < unresolved.size(); i++) {
      int from = i * UNRESOLVED_PER_PART;
      int to = Math.min(unresolved.size(), from + UNRESOLVED_PER_PART);
      draft.put(
          new Change.Part(
              new PlanPart(
                  run.run.id, RecordKeys.UNRESOLVED, i, unresolved.subList(from, to), Map.of())));
    }
  }
}
