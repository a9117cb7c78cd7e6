package io.sluice.machine.follow;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.machine.fact.Decision;
import io.sluice.machine.fact.Decision.Fact;
import io.sluice.machine.graph.NodeEntry;
import io.sluice.machine.graph.RunState;
import io.sluice.machine.graph.RunView;
import io.sluice.machine.graph.View;
import io.sluice.machine.node.NodeEvent;
import io.sluice.machine.rule.Commits;
import io.sluice.machine.rule.NextAttempt;
import io.sluice.machine.rule.NodeOutcomes;
import io.sluice.machine.rule.Requests;
import io.sluice.machine.rule.Waves;
import io.sluice.machine.run.Counter;
import io.sluice.machine.task.Attempt;
import io.sluice.machine.task.TaskFactory;
import io.sluice.machine.transition.Command;
import io.sluice.machine.transition.Input;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.CoreCode;
import io.sluice.model.TaskError;
import io.sluice.model.plan.Node;
import java.util.Map;
import java.util.Optional;

/**
 * Sends ready nodes while there are places, the longest path first. The only one that makes
 * attempts.
 */
final class Releasing {
  private Releasing() {}

  static Decision fill(View view, RunView run) {
    return run.now().mayRelease() && run.run().built()
        ? doLocally(view, run)
            .then(() -> sendMore(view, run, run.places(view.settings()) - inWindow(run.run())))
        : Decision.nothing();
  }

  private static Decision sendMore(View view, RunView run, int places) {
    if (places <= 0 || !run.now().mayRelease()) {
      return Decision.nothing();
    }
    NodeEntry next =
        run.run()
            .ready()
            .next(
                provider -> hasPlace(view, run, provider),
                entry -> view.state().indexes().outstandingAt(address(entry)) == null);
    return next == null ? Decision.nothing() : send(view, run, next, places);
  }

  private static Address address(NodeEntry entry) {
    return entry.planned().address().live();
  }

  private static int inWindow(RunState run) {
    return run.outstanding() - run.expanding();
  }

  private static boolean hasPlace(View view, RunView run, String provider) {
    Integer limit = run.now().control().windows().get(provider);
    return limit == null || view.state().indexes().outstandingOf(provider) < limit;
  }

  /**
   * Sends this node, and others as long as there are places. A node fails if its values can't be
   * found.
   */
  private static Decision send(View view, RunView run, NodeEntry entry, int places) {
    Node node = entry.planned();
    Attempt attempt = NextAttempt.of(view, run, entry);
    TaskFactory.Built made =
        view.tasks()
            .make(
                view.workspace(),
                run.run().id,
                node,
                attempt,
                view.lookup(run),
                view.context().now());
    return switch (made) {
      case TaskFactory.Ready ready ->
          Decision.of(
                  new Fact.Counted(run, Counter.ATTEMPTS),
                  new Fact.NodeMoved(entry, new NodeEvent.Dispatched(attempt)),
                  new Fact.Ordered(new Command.SendTask(TaskFactory.pool(node), ready.task())))
              .then(() -> sendMore(view, run, places - 1));
      case TaskFactory.Unresolved unresolved ->
          NodeOutcomes.fail(view, run, entry, unresolved.error())
              .then(() -> doLocally(view, run))
              .then(() -> sendMore(view, run, places));
    };
  }

  /**
   * What needs no worker: records to forget, placeholders to be expanded by the planner. As much as
   * goes at a time; the rest follows with {@link Input.Due}.
   */
  private static Decision doLocally(View view, RunView run) {
    NodeEntry entry = run.run().ready().nextLocal();
    if (entry == null || !run.now().mayRelease() || view.doneLocally() >= view.settings().sweep()) {
      return Decision.nothing();
    }
    Action action = entry.planned().action();
    Decision done =
        switch (action.executor()) {
          case MACHINE -> Commits.forget(view, run, entry);
          case PLANNER -> expand(view, run, entry);
          case WORKER, NONE ->
              throw new IllegalStateException(action + " is not done by the machine");
        };
    return new Fact.DoneLocally().and(done).then(() -> doLocally(view, run));
  }

  private static Decision expand(View view, RunView run, NodeEntry entry) {
    Optional<Map<String, JsonNode>> values = view.tasks().values(entry.planned(), view.lookup(run));
    if (values.isEmpty()) {
      return NodeOutcomes.fail(view, run, entry, Requests.unresolved(entry.planned()));
    }
    if (!view.tasks().canTravel(values.get())) {
      String text = entry.planned().address() + " is expanded by too many values for one message";
      return NodeOutcomes.fail(view, run, entry, TaskError.of(CoreCode.REQUEST_TOO_LARGE, text));
    }
    Optional<String> excess = Waves.excess(view, Waves.answers(run, entry));
    if (excess.isPresent()) {
      String text = entry.planned().address() + ": " + excess.get();
      return NodeOutcomes.fail(view, run, entry, TaskError.of(CoreCode.REQUEST_TOO_LARGE, text));
    }
    return Requests.expand(view, run, entry, values.get(), 0);
  }
}
