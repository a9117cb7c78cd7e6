package io.sluice.machine;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.machine.RunState.PartKey;
import io.sluice.machine.node.NodeEvent;
import io.sluice.machine.run.Counter;
import io.sluice.machine.run.Run;
import io.sluice.model.CoreCode;
import io.sluice.model.message.EventKind;
import io.sluice.model.message.InboxMessage.PlanPart;
import io.sluice.model.message.InboxMessage.Planned;
import io.sluice.model.message.InboxMessage.Submitted;
import io.sluice.model.message.PlanRequest;
import io.sluice.model.message.TaskError;
import io.sluice.model.plan.RunOptions.Approval;
import io.sluice.model.record.RunRecord.Refresh;
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
  static void plan(Draft draft, RunEdit run, Submitted submission) {
    run.to(run.now().with(run.now().asking().answered()));
    draft.tell(run, EventKind.RUN_PLANNING, "Planning");
    send(draft, run, submission);
  }

  static void expand(Draft draft, RunEdit run, NodeEntry entry, Map<String, JsonNode> values) {
    expand(draft, run, entry, values, 0);
  }

  static void unanswered(Draft draft, Input.Unanswered unanswered) {
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

  /** An old planner does not repeat the round. */
  static boolean isAnswer(RunEdit run, int round) {
    return run.now().awaitsPlan() && (round == 0 || round == run.now().asking().round());
  }

  static boolean isAnswer(NodeEntry asked, int attempt) {
    return attempt == 0 || attempt == asked.state.tries().attempt();
  }

  /**
   * An answer that nobody waits for any more. What left with it may be done: its attempts have
   * numbers that no others have.
   */
  static void late(Draft draft, RunEdit run, Planned planned) {
    if (!planned.released().isEmpty() && !planned.planId().equals(run.now().planId())) {
      draft.tell(
          run,
          EventKind.WARNING,
          "A plan came that nobody waited for; what its "
              + planned.released().size()
              + " tasks did is in doubt until it is heard of");
      Departed.unawaited(draft, run, planned);
    }
  }

  /** From here on attempts have numbers that none so far has had, be it of a read. */
  static void numberAnew(RunEdit run) {
    run.to(run.now().with(run.now().asking().attempted(run.counted(Counter.ATTEMPTS))));
  }

  /** Makers of plans that died in between leave parts behind. */
  static void makeRoom(Draft draft, RunEdit run, String planId) {
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
  static boolean fits(Draft draft, RunEdit run, PlanPart part) {
    int nodes = part.nodes().size();
    for (PlanPart kept : run.run.partsOf(part.planId())) {
      nodes += kept.nodes().size();
    }
    return nodes <= draft.settings.maxNodes();
  }

  static void dropParts(Draft draft, RunEdit run) {
    for (PartKey part : List.copyOf(run.run.parts.keySet())) {
      draft.put(new Change.Part(run.run.id, part.planId(), part.i(), null));
    }
  }

  private static void planAgain(Draft draft, RunEdit run) {
    if (run.now().lingers()) {
      Endings.end(draft, run);
      return;
    }
    Submitted submission = run.run.submission;
    run.to(run.now().with(run.now().asking().inVain()));
    int unanswered = run.now().asking().unanswered();
    if (submission == null || unanswered > draft.settings.maxRecoveries()) {
      String why = "the planner was asked " + unanswered + " times and gave no answer";
      Endings.refuse(draft, run, List.of(submission == null ? "its submission is gone" : why));
      draft.holdsChanged();
      return;
    }
    // Should an answer come all the same, no attempt that left with it is taken for a later one.
    numberAnew(run);
    run.to(run.now().with(run.now().asking().attempted(1)));
    dropParts(draft, run);
    draft.tell(run, EventKind.RUN_CHANGED, "The planner gave no answer: it is asked again");
    send(draft, run, submission);
  }

  private static void expandAgain(
      Draft draft, RunEdit run, @Nullable NodeEntry entry, int attempt) {
    if (entry == null || entry.state.tries().attempt() != attempt) {
      return;
    }
    int unanswered = entry.state.tries().recoveries() + 1;
    if (run.now().stopping()) {
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
    draft.touch(run);
  }

  private static void send(Draft draft, RunEdit run, Submitted submission) {
    Run now = run.now().with(run.now().asking().again(draft.moment.offset()));
    run.to(now);
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
                run.now().claimed(),
                run.now().history().refresh() == Refresh.DONE,
                run.now().asking().attempted(),
                run.now().asking().round(),
                draft.settings.forTasks())));
  }

  /** Places for nodes that leave with the plan: none where a person has to agree first. */
  private static int window(Draft draft, RunEdit run) {
    boolean asks =
        run.now().options().approval() == Approval.REQUIRED
            && run.now().options().approvedHash() == null;
    return asks || run.now().paused() ? 0 : Releasing.places(draft, run);
  }

  private static void expand(
      Draft draft, RunEdit run, NodeEntry entry, Map<String, JsonNode> values, int unanswered) {
    draft.move(entry, new NodeEvent.AskedPlanner(unanswered, draft.moment.offset()));
    draft.send(
        new Command.RequestPlan(
            new PlanRequest.ExpandNode(
                run.run.id,
                draft.state.workspace(),
                draft.moment.epoch(),
                draft.moment.offset(),
                entry.planned(),
                values,
                entry.state.tries().attempt())));
  }
}
