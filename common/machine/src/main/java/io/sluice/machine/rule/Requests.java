package io.sluice.machine.rule;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.machine.graph.Draft;
import io.sluice.machine.graph.NodeEntry;
import io.sluice.machine.graph.RunEdit;
import io.sluice.machine.node.NodeEvent;
import io.sluice.machine.run.Counter;
import io.sluice.machine.run.Run;
import io.sluice.machine.transition.Command;
import io.sluice.model.CoreCode;
import io.sluice.model.TaskError;
import io.sluice.model.message.EventKind;
import io.sluice.model.message.InboxMessage.Submitted;
import io.sluice.model.message.PlanRequest;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.RunOptions.Approval;
import io.sluice.model.record.RunRecord.Refresh;
import java.util.Map;

/**
 * What the planner is asked for. A request that it has passed without an answer is asked again, as
 * the next round; of answers only the first to the current round counts, since an answer brings
 * tasks with it.
 */
public final class Requests {
  private Requests() {}

  /** Under the claim that the run holds. */
  public static void plan(Draft draft, RunEdit run, Submitted submission) {
    run.to(run.now().with(run.now().asking().answered()));
    draft.tell(run, EventKind.RUN_PLANNING, "Planning");
    send(draft, run, submission);
  }

  /** An old planner does not repeat the round. */
  public static boolean isAnswer(RunEdit run, int round) {
    return run.now().awaitsPlan() && (round == 0 || round == run.now().asking().round());
  }

  public static boolean isAnswer(NodeEntry asked, int attempt) {
    return attempt == 0 || attempt == asked.state().tries().attempt();
  }

  /** From here on attempts have numbers that none so far has had, be it of a read. */
  public static void numberAnew(RunEdit run) {
    run.to(run.now().with(run.now().asking().attempted(run.counted(Counter.ATTEMPTS))));
  }

  public static void send(Draft draft, RunEdit run, Submitted submission) {
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
                run.now().hold().names(),
                run.now().history().refresh() == Refresh.DONE,
                run.now().asking().attempted(),
                run.now().asking().round(),
                draft.settings.tasks())));
  }

  /** Places for nodes that leave with the plan: none where a person has to agree first. */
  private static int window(Draft draft, RunEdit run) {
    boolean asks =
        run.now().options().approval() == Approval.REQUIRED
            && run.now().options().approvedHash() == null;
    return asks || run.now().paused() ? 0 : run.places(draft.settings);
  }

  /**
   * @param unanswered how often it was asked in vain before
   */
  public static void expand(
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
                entry.state().tries().attempt())));
  }

  public static TaskError unresolved(Node placeholder) {
    String text = "a value that " + placeholder.address() + " is expanded by is not known";
    return TaskError.of(CoreCode.UNRESOLVED_REFERENCE, text);
  }
}
