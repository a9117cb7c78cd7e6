package io.sluice.shadow;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.machine.transition.Command;
import io.sluice.machine.transition.Input;
import io.sluice.model.CoreCode;
import io.sluice.model.TaskError;
import io.sluice.model.message.EventKind;
import io.sluice.model.message.InboxMessage.PlanPart;
import io.sluice.model.message.InboxMessage.Planned;
import io.sluice.model.message.InboxMessage.Submitted;
import io.sluice.model.message.PlanRequest;
import io.sluice.model.plan.RunOptions.Approval;
import io.sluice.model.record.RunRecord.Refresh;
import io.sluice.shadow.RunState.PartKey;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What the planner is asked for. A request that it has passed without an answer is asked again, as
 * the next round; of answers only the first to the current round counts, since an answer brings
 * tasks with it.
 */
final class Requests {
  /** Plans of which parts are kept while none is accepted: more means that their makers died. */
  private static final int PLANS_KEPT = 3;

  private Requests() {}

  /** Under the claim that the run holds. */
  static void plan(Draft draft, RunDraft run, Submitted submission) {
    run.unanswered = 0;
    draft.tell(run, EventKind.RUN_PLANNING, "Planning");
    send(draft, run, submission);
  }

  static void expand(Draft draft, RunDraft run, NodeEntry entry, Map<String, JsonNode> values) {
    expand(draft, run, entry, values, 0);
  }

  static void unanswered(Draft draft, Input.Unanswered unanswered) {
    RunDraft run = draft.edit(unanswered.run());
    if (run == null) {
      return;
    }
    if (unanswered.node() != null) {
      expandAgain(draft, run, Expansions.asked(run, unanswered.node()), unanswered.round());
    } else if (run.awaitsPlan() && run.round == unanswered.round()) {
      planAgain(draft, run);
    }
  }

  /** An old planner does not repeat the round. */
  static boolean isAnswer(RunDraft run, int round) {
    return run.awaitsPlan() && (round == 0 || round == run.round);
  }

  static boolean isAnswer(NodeEntry asked, int attempt) {
    return attempt == 0 || attempt == asked.known().attempt();
  }

  /**
   * An answer that nobody waits for any more. What left with it may be done: its attempts have
   * numbers that no others have.
   */
  static void late(Draft draft, RunDraft run, Planned planned) {
    if (!planned.released().isEmpty() && !planned.planId().equals(run.planId)) {
      draft.tell(
          run,
          EventKind.WARNING,
          "A plan arrived that no run was waiting for; the outcome of its "
              + planned.released().size()
              + " tasks is in doubt until workers report");
      Departed.unawaited(draft, run, planned);
    }
  }

  /** From here on attempts have numbers that none so far has had, be it of a read. */
  static void numberAnew(RunDraft run) {
    run.attempted += run.attempts;
  }

  /** Makers of plans that died in between leave parts behind. */
  static void makeRoom(Draft draft, RunDraft run, String planId) {
    Set<String> others = new TreeSet<>();
    run.run.parts.keySet().forEach(part -> others.add(part.planId()));
    others.remove(planId);
    if (others.size() >= PLANS_KEPT) {
      dropParts(draft, run);
    }
  }

  /**
   * No plan keeps more nodes than a run may have; one that tries is refused when it is complete.
   */
  static boolean fits(Draft draft, RunDraft run, PlanPart part) {
    int nodes = part.nodes().size();
    for (PlanPart kept : run.run.partsOf(part.planId())) {
      nodes += kept.nodes().size();
    }
    return nodes <= draft.settings.maxNodes();
  }

  static void dropParts(Draft draft, RunDraft run) {
    for (PartKey part : List.copyOf(run.run.parts.keySet())) {
      draft.put(new Change.RemovePart(run.run.id, part.planId(), part.i()));
    }
  }

  private static void planAgain(Draft draft, RunDraft run) {
    if (run.lingers) {
      Endings.end(draft, run);
      return;
    }
    Submitted submission = run.run.submission;
    run.unanswered++;
    if (submission == null || run.unanswered > draft.settings.maxRecoveries()) {
      String why = "the planner was asked " + run.unanswered + " times and gave no answer";
      Endings.refuse(
          draft,
          run,
          List.of(submission == null ? "the run's submission is no longer stored" : why));
      ClaimQueue.grant(draft);
      return;
    }
    // Should an answer come all the same, no attempt that left with it is taken for a later one.
    numberAnew(run);
    run.attempted++;
    dropParts(draft, run);
    draft.tell(run, EventKind.RUN_CHANGED, "The planner gave no answer; asking again");
    send(draft, run, submission);
  }

  private static void expandAgain(
      Draft draft, RunDraft run, @Nullable NodeEntry entry, int attempt) {
    if (entry == null || entry.known().attempt() != attempt) {
      return;
    }
    int unanswered = entry.known().recoveries() + 1;
    if (run.stopping()) {
      Failures.drop(draft, run, entry, "the run stopped before it was expanded");
    } else if (unanswered > draft.settings.maxRecoveries()) {
      String text = "the planner was asked " + unanswered + " times and gave no answer";
      Failures.fail(draft, run, entry, TaskError.of(CoreCode.NO_ANSWER, text));
    } else {
      draft
          .tasks
          .values(entry.planned(), draft.lookup(run.run))
          .ifPresentOrElse(
              values -> expand(draft, run, entry, values, unanswered),
              () -> Failures.fail(draft, run, entry, Releasing.unresolved(entry.planned())));
    }
    Endings.settle(draft, run);
  }

  private static void send(Draft draft, RunDraft run, Submitted submission) {
    run.round++;
    run.askedAt = draft.moment.offset();
    draft.send(
        new Command.RequestPlan(
            new PlanRequest.PlanRun(
                run.run.id,
                draft.state.workspace(),
                draft.moment.epoch(),
                draft.moment.offset(),
                submission.kind(),
                submission.document(),
                submission.options(),
                submission.root(),
                window(draft, run),
                Map.of(),
                run.claimed,
                run.refresh == Refresh.DONE,
                run.attempted,
                run.round,
                draft.settings.tasks())));
  }

  /** Places for nodes that leave with the plan: none where a person has to agree first. */
  private static int window(Draft draft, RunDraft run) {
    boolean asks =
        run.options.approval() == Approval.REQUIRED && run.options.approvedHash() == null;
    return asks || run.paused ? 0 : Releasing.places(draft, run);
  }

  private static void expand(
      Draft draft, RunDraft run, NodeEntry entry, Map<String, JsonNode> values, int unanswered) {
    draft.put(entry, Nodes.asked(entry.known(), unanswered, draft.moment.offset()));
    draft.send(
        new Command.RequestPlan(
            new PlanRequest.ExpandNode(
                run.run.id,
                draft.state.workspace(),
                draft.moment.epoch(),
                draft.moment.offset(),
                entry.planned(),
                values,
                entry.known().attempt())));
  }
}
