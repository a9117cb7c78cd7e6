package io.sluice.machine.follow;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.machine.graph.Draft;
import io.sluice.machine.graph.NodeEntry;
import io.sluice.machine.graph.RunEdit;
import io.sluice.machine.graph.RunState;
import io.sluice.machine.node.NodeEvent;
import io.sluice.machine.rule.Commits;
import io.sluice.machine.rule.NextAttempt;
import io.sluice.machine.rule.NodeOutcomes;
import io.sluice.machine.rule.Requests;
import io.sluice.machine.run.Counter;
import io.sluice.machine.task.Attempt;
import io.sluice.machine.task.TaskFactory;
import io.sluice.machine.transition.Command;
import io.sluice.machine.transition.Input;
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

  static void fill(Draft draft, RunEdit run) {
    if (!run.now().mayRelease() || !run.run.built()) {
      return;
    }
    doLocally(draft, run);
    int places = run.places(draft.settings) - inWindow(run.run);
    while (places > 0 && run.now().mayRelease()) {
      NodeEntry next =
          run.run
              .ready()
              .next(
                  provider -> hasPlace(draft, run, provider),
                  entry -> draft.state.indexes().outstandingAt(address(entry)) == null);
      if (next == null) {
        return;
      }
      if (send(draft, run, next)) {
        places--;
      } else {
        doLocally(draft, run);
      }
    }
  }

  private static Address address(NodeEntry entry) {
    return entry.planned().address().live();
  }

  private static int inWindow(RunState run) {
    return run.outstanding() - run.expanding();
  }

  private static boolean hasPlace(Draft draft, RunEdit run, String provider) {
    Integer limit = run.now().control().windows().get(provider);
    return limit == null || draft.state.indexes().outstandingOf(provider) < limit;
  }

  /** Whether it left; if its values can't be had it has failed. */
  private static boolean send(Draft draft, RunEdit run, NodeEntry entry) {
    Node node = entry.planned();
    Attempt attempt = NextAttempt.of(draft, run.run, entry);
    TaskFactory.Made made =
        draft.tasks.make(
            draft.state.workspace(),
            run.run.id,
            node,
            attempt,
            draft.lookup(run.run),
            draft.moment.now());
    return switch (made) {
      case TaskFactory.Ready ready -> {
        run.count(Counter.ATTEMPTS);
        draft.move(entry, new NodeEvent.Dispatched(attempt));
        draft.send(new Command.SendTask(TaskFactory.pool(node), ready.task()));
        yield true;
      }
      case TaskFactory.Unresolved unresolved -> {
        NodeOutcomes.fail(draft, run, entry, unresolved.error());
        yield false;
      }
    };
  }

  /**
   * What needs no worker: records to forget, placeholders to be expanded by the planner. As much as
   * goes at a time; the rest follows with {@link Input.Due}.
   */
  private static void doLocally(Draft draft, RunEdit run) {
    for (NodeEntry entry = run.run.ready().nextLocal();
        entry != null && run.now().mayRelease() && draft.doneLocally++ < draft.settings.sweep();
        entry = run.run.ready().nextLocal()) {
      Node node = entry.planned();
      switch (node.action().executor()) {
        case MACHINE -> Commits.forget(draft, run, entry);
        case PLANNER -> expand(draft, run, entry);
        case WORKER, NONE ->
            throw new IllegalStateException(node.action() + " is not done by the machine");
      }
    }
  }

  private static void expand(Draft draft, RunEdit run, NodeEntry entry) {
    Optional<Map<String, JsonNode>> values =
        draft.tasks.values(entry.planned(), draft.lookup(run.run));
    if (values.isEmpty()) {
      NodeOutcomes.fail(draft, run, entry, Requests.unresolved(entry.planned()));
    } else if (!draft.tasks.canTravel(values.get())) {
      String text =
          entry.planned().address() + " is expanded by more values than one message can carry";
      NodeOutcomes.fail(draft, run, entry, TaskError.of(CoreCode.REQUEST_TOO_LARGE, text));
    } else {
      Requests.expand(draft, run, entry, values.get(), 0);
    }
  }
}
