package io.sluice.shadow;

import io.sluice.machine.transition.Command;
import io.sluice.model.TaskError;
import io.sluice.model.message.EventKind;
import io.sluice.model.message.InboxMessage.PlanPart;
import io.sluice.model.plan.Node;
import io.sluice.model.record.NodeRecord;
import io.sluice.model.record.NodeStatus;
import io.sluice.model.record.NodeSummary;
import io.sluice.model.record.RecordKeys;
import io.sluice.model.record.RunOutcome;
import io.sluice.model.record.RunPhase;
import io.sluice.model.record.RunRecord.Stop;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** When a run is over, and what is left of it. */
final class Endings {
  private static final int REASONS_KEPT = 20;
  private static final int SUMMARISED = 100;
  private static final int UNRESOLVED_PER_PART = 50;

  private Endings() {}

  /** After anything that changed a run: sends what may leave, and ends it when nothing is left. */
  static void settle(Draft draft, RunDraft run) {
    if (run.ended() || !draft.follows) {
      return;
    }
    if (run.lingers) {
      if (!run.awaitsPlan() && run.run.outstanding() == 0) {
        end(draft, run);
      }
      return;
    }
    switch (run.phase) {
      case ENDED -> {}
      case PLANNING -> {
        if (run.stopping()) {
          finish(draft, run, run.reasons);
        }
      }
      case QUEUED -> {
        if (run.stopping()) {
          end(draft, run);
        }
      }
      case AWAITING_APPROVAL -> {
        if (run.stopping() && run.run.outstanding() == 0) {
          end(draft, run);
        }
      }
      case RUNNING, PAUSED, STOPPING, QUARANTINED -> settleGoing(draft, run);
    }
  }

  private static void settleGoing(Draft draft, RunDraft run) {
    Releasing.fill(draft, run);
    if (run.run.outstanding() > 0) {
      return;
    }
    if (run.stopping()) {
      end(draft, run);
    } else if (run.replan) {
      Doubts.hand(draft, run.run);
      if (run.run.count(NodeStatus.IN_DOUBT) > 0) {
        end(draft, run);
      } else {
        Planning.again(draft, run);
      }
    } else if (run.run.count(NodeStatus.READY) + run.run.count(NodeStatus.WAITING) == 0) {
      if (run.reading() && !run.onlyReads() && allSucceeded(run.run)) {
        Planning.afterReads(draft, run);
      } else {
        end(draft, run);
      }
    }
  }

  private static boolean allSucceeded(RunState run) {
    return run.count(NodeStatus.FAILED)
            + run.count(NodeStatus.SKIPPED)
            + run.count(NodeStatus.CANCELLED)
            + run.count(NodeStatus.IN_DOUBT)
        == 0;
  }

  /** Whatever became of it, no attempt of it is waited for any more: it is left in doubt. */
  static void giveUp(Draft draft, RunDraft run, String why) {
    List<NodeEntry> out =
        run.run.entries.values().stream()
            .filter(entry -> entry.node != null && entry.outstanding())
            .sorted(Comparator.comparing(entry -> entry.id))
            .toList();
    for (NodeEntry entry : out) {
      run.leftOut |= entry.sent();
      if (entry.sent() && !Doubts.harmless(entry.planned())) {
        Doubts.leave(draft, run, entry, why);
      } else {
        Failures.drop(draft, run, entry, why);
      }
    }
    end(draft, run);
  }

  static void end(Draft draft, RunDraft run) {
    finish(draft, run, run.reasons);
    ClaimQueue.grant(draft);
  }

  static void refuse(Draft draft, RunDraft run, List<String> reasons) {
    run.stop = Stop.REFUSED;
    finish(draft, run, reasons);
  }

  /**
   * Ends the run for its people and gives its claim up; granting it to others is left to the
   * caller. If the planner has been asked and may answer with tasks that left, the claim stays
   * until it is heard of, or known to have passed the request.
   */
  static void finish(Draft draft, RunDraft run, List<String> reasons) {
    boolean told = run.told();
    boolean awaitsPlan = run.phase == RunPhase.PLANNING && run.stop != Stop.REFUSED;
    Doubts.leaveOpen(draft, run);
    boolean built = run.run.built();
    run.neverLeft =
        built
            ? run.run.count(NodeStatus.PENDING)
                + run.run.count(NodeStatus.READY)
                + run.run.count(NodeStatus.EXPANDED)
            : 0;
    if (!told) {
      run.outcome = outcome(run, reasons);
      run.reasons =
          reasons.size() > REASONS_KEPT ? List.copyOf(reasons.subList(0, REASONS_KEPT)) : reasons;
      run.endedAt = draft.moment.now();
    } else if (run.run.count(NodeStatus.IN_DOUBT) > 0) {
      run.outcome = RunOutcome.NEEDS_ATTENTION;
    }
    List<NodeEntry> doubts = unfinished(run, NodeStatus.IN_DOUBT);
    List<Node> unresolved = doubts.stream().map(NodeEntry::planned).toList();
    run.failed = summary(doubts, unfinished(run, NodeStatus.FAILED));
    run.phase = run.stop == Stop.QUARANTINED ? RunPhase.QUARANTINED : RunPhase.ENDED;
    run.lingers = awaitsPlan;
    run.claim = awaitsPlan ? run.claim : null;
    run.waitingFor = List.of();
    if (run.stop == Stop.REFUSED) {
      draft.tell(run, EventKind.REFUSED, String.join("\n", run.reasons));
    }
    if (!told) {
      Events.ended(draft, run, run.counts());
    }
    draft.flush(run);
    keep(draft, run, unresolved);
    boolean controlled =
        run.paused || (run.stop != null && run.stop != Stop.FAILURE && run.stop != Stop.REFUSED);
    if (controlled && !run.lingers && !run.leftOut) {
      draft.send(new Command.ClearControl(run.run.id));
    }
    // What was refused would be refused again: whoever wants it sends another one.
    if (run.outcome == RunOutcome.SUCCEEDED || run.outcome == RunOutcome.REFUSED) {
      draft.put(new Change.RemoveSubmission(run.run.id));
    }
  }

  private static RunOutcome outcome(RunDraft run, List<String> reasons) {
    RunState nodes = run.run;
    if (run.stop == Stop.REFUSED) {
      return RunOutcome.REFUSED;
    }
    if (nodes.count(NodeStatus.IN_DOUBT) > 0) {
      return RunOutcome.NEEDS_ATTENTION;
    }
    if (run.stop == Stop.QUARANTINED) {
      return RunOutcome.FAILED;
    }
    boolean incomplete =
        !nodes.built()
            || run.neverLeft > 0
            || nodes.count(NodeStatus.CANCELLED) > 0
            || (run.reading() && !run.onlyReads());
    if (run.stop != null && run.stop != Stop.FAILURE && incomplete) {
      return RunOutcome.CANCELLED;
    }
    boolean failed =
        nodes.count(NodeStatus.FAILED) + nodes.count(NodeStatus.SKIPPED) > 0
            || incomplete
            || (run.stop == null && !reasons.isEmpty());
    return failed ? RunOutcome.FAILED : RunOutcome.SUCCEEDED;
  }

  private static List<NodeEntry> unfinished(RunDraft run, NodeStatus standing) {
    if (run.run.count(standing) == 0) {
      return List.of();
    }
    return run.run.entries.values().stream()
        .filter(entry -> entry.node != null && entry.standing == standing)
        .sorted(Comparator.comparing(entry -> entry.id))
        .toList();
  }

  private static List<NodeSummary> summary(List<NodeEntry> doubts, List<NodeEntry> failures) {
    List<NodeSummary> summaries = new ArrayList<>();
    for (List<NodeEntry> entries : List.of(doubts, failures)) {
      for (NodeEntry entry : entries.subList(0, Math.min(entries.size(), SUMMARISED))) {
        NodeRecord record = entry.known();
        TaskError error = record.error();
        summaries.add(
            new NodeSummary(
                entry.id,
                record.status(),
                error == null ? null : error.errorClass(),
                error == null ? null : error.code(),
                shortened(error == null ? String.valueOf(record.reason()) : error.message())));
      }
    }
    return summaries.size() > SUMMARISED ? summaries.subList(0, SUMMARISED) : summaries;
  }

  private static String shortened(String text) {
    return text.length() <= 1_000 ? text : text.substring(0, 1_000) + "...";
  }

  /** Nodes in doubt outlive their run: with their record and token they can still be resolved. */
  private static void keep(Draft draft, RunDraft run, List<Node> unresolved) {
    for (int i = 0; i * UNRESOLVED_PER_PART < unresolved.size(); i++) {
      int from = i * UNRESOLVED_PER_PART;
      int to = Math.min(unresolved.size(), from + UNRESOLVED_PER_PART);
      draft.put(
          new Change.PutPart(
              new PlanPart(
                  run.run.id, RecordKeys.UNRESOLVED, i, unresolved.subList(from, to), Map.of())));
    }
  }
}
