package io.sluice.machine.rule;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.machine.fact.Decision;
import io.sluice.machine.fact.Decision.Fact;
import io.sluice.machine.fact.RunNote;
import io.sluice.machine.graph.NodeEntry;
import io.sluice.machine.graph.RunView;
import io.sluice.machine.graph.View;
import io.sluice.machine.node.NodeEvent;
import io.sluice.machine.run.Counter;
import io.sluice.machine.run.Run;
import io.sluice.machine.transition.Command;
import io.sluice.model.CoreCode;
import io.sluice.model.EveryInstance;
import io.sluice.model.TaskError;
import io.sluice.model.message.InboxMessage.Submitted;
import io.sluice.model.message.PlanRequest;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.RunOptions.Approval;
import io.sluice.model.record.RunRecord.Refresh;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Requests to the planner. One that the planner skipped without an answer is repeated as the next
 * round. Only the first answer to the current round counts, since an answer brings tasks with it.
 */
public final class Requests {
  /**
   * No resource has this name. A run that only asks gets it as its claim, so that nothing but
   * questions can leave with a plan; an empty claim would mean the whole workspace.
   */
  private static final String UNCLAIMED = "!nothing";

  private Requests() {}

  /** Under the claim that the run holds. */
  public static Decision plan(View view, RunView run, Submitted submission) {
    return Decision.of(
            Fact.moved(run, now -> now.with(now.asking().answered())),
            new Fact.RunNoted(run, new RunNote.Planning()))
        .then(() -> send(view, run, submission));
  }

  /**
   * Whether this answers the request that the run waits for; an old planner does not repeat the
   * round.
   */
  public static boolean isAnswer(RunView run, int round) {
    return run.now().awaitsPlan() && (round == 0 || round == run.now().asking().round());
  }

  public static boolean isAnswer(NodeEntry asked, int attempt) {
    return attempt == 0 || attempt == asked.state().tries().attempt();
  }

  /** Gives later attempts numbers that none so far has had, reads included. */
  public static Run numberedAnew(RunView run, Run now) {
    return now.with(now.asking().attempted(run.counted(Counter.ATTEMPTS)));
  }

  public static Decision send(View view, RunView run, Submitted submission) {
    Run now = run.now();
    Run asking = now.with(now.asking().again(view.context().offset()));
    PlanRequest request =
        PlanRequest.PlanRun.of(
            draft -> {
              draft.run = now.id();
              draft.workspace = view.workspace();
              draft.epoch = view.context().epoch();
              draft.version = view.context().offset();
              draft.kind = submission.kind();
              draft.document = submission.document();
              draft.options = now.options();
              draft.root = submission.root();
              draft.window = window(view, run);
              draft.claim = now.claims() ? now.hold().names() : List.of(UNCLAIMED);
              draft.refreshed = now.history().refresh() == Refresh.DONE;
              draft.attempted = asking.asking().attempted();
              draft.round = asking.asking().round();
              draft.tasks = view.settings().tasks();
              draft.answers = Waves.answers(run);
            });
    return Decision.of(
        new Fact.RunMoved(run, now, asking), new Fact.Ordered(new Command.RequestPlan(request)));
  }

  /** Places for nodes that leave with the plan: none where a person has to agree first. */
  private static int window(View view, RunView run) {
    boolean asks =
        run.now().options().approval() == Approval.REQUIRED
            && run.now().options().approvedHash() == null;
    return asks || run.now().paused() ? 0 : run.places(view.settings());
  }

  /**
   * @param unanswered how often it was asked in vain before
   */
  public static Decision expand(
      View view, RunView run, NodeEntry entry, Map<String, JsonNode> values, int unanswered) {
    long version = view.context().offset();
    return new Fact.NodeMoved(entry, new NodeEvent.AskedPlanner(unanswered, version))
        .then(
            () ->
                new Fact.Ordered(
                    new Command.RequestPlan(
                        new PlanRequest.ExpandNode(
                            entry.run,
                            view.workspace(),
                            view.context().epoch(),
                            version,
                            entry.planned(),
                            values,
                            entry.state().tries().attempt(),
                            Waves.answers(run, entry),
                            run.now().options().parallelism(),
                            document(run, entry)))));
  }

  /** The submitted document, for a part of a module call, which is evaluated again. */
  private static @Nullable JsonNode document(RunView run, NodeEntry entry) {
    Submitted submission = run.run().submission();
    return submission != null && EveryInstance.isLate(entry.planned().address())
        ? submission.document()
        : null;
  }

  public static TaskError unresolved(Node placeholder) {
    String text = placeholder.address() + " is expanded by a value that is not known";
    return TaskError.of(CoreCode.UNRESOLVED_REFERENCE, text);
  }
}
