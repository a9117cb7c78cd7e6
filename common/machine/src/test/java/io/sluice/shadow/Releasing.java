package io.sluice.shadow;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.machine.task.Attempt;
import io.sluice.machine.task.TaskFactory;
import io.sluice.machine.transition.Command;
import io.sluice.machine.transition.Input;
import io.sluice.model.Address;
import io.sluice.model.CoreCode;
import io.sluice.model.TaskError;
import io.sluice.model.plan.Node;
import io.sluice.model.record.NodeRecord;
import java.util.Map;
import java.util.Optional;

/**
 * Sends ready nodes while there are places, the longest path first. The only one that makes
 * attempts.
 */
final class Releasing {
  private Releasing() {}

  static int places(Draft draft, RunDraft run) {
    return run.parallelism > 0 ? run.parallelism : draft.settings.parallelism();
  }

  static void fill(Draft draft, RunDraft run) {
    if (!draft.follows || !run.mayRelease() || !run.run.built()) {
      return;
    }
    doLocally(draft, run);
    int places = places(draft, run) - inWindow(run.run);
    while (places > 0 && run.mayRelease()) {
      NodeEntry next =
          run.run.ready.next(
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

  /** Runs that wait for places of a provider get what others have left. */
  static void fillStarved(Draft draft) {
    if (!draft.state.starved()) {
      return;
    }
    for (RunState run : draft.state.activeRuns()) {
      if (run.starved()) {
        Endings.settle(draft, draft.edit(run));
      }
    }
  }

  /** After a takeover, or an input of which nothing was to follow: all that may leave leaves. */
  static void followAll(Draft draft) {
    for (RunState run : draft.state.activeRuns()) {
      Endings.settle(draft, draft.edit(run));
    }
    ClaimQueue.grant(draft);
  }

  private static Address address(NodeEntry entry) {
    return entry.planned().address().live();
  }

  private static int inWindow(RunState run) {
    return run.outstanding() - run.expanding();
  }

  private static boolean hasPlace(Draft draft, RunDraft run, String provider) {
    Integer limit = run.windows.get(provider);
    return limit == null || draft.state.indexes().outstandingOf(provider) < limit;
  }

  /** Whether it left; if its values can't be had it has failed. */
  private static boolean send(Draft draft, RunDraft run, NodeEntry entry) {
    Node node = entry.planned();
    Attempt attempt = attempt(draft, entry);
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
        run.attempts++;
        draft.put(entry, Nodes.dispatched(entry.known(), attempt));
        draft.send(new Command.SendTask(TaskFactory.pool(node), ready.task()));
        yield true;
      }
      case TaskFactory.Unresolved unresolved -> {
        Failures.fail(draft, run, entry, unresolved.error());
        yield false;
      }
    };
  }

  /** The one that comes next. */
  static Attempt attempt(Draft draft, NodeEntry entry) {
    NodeRecord record = entry.known();
    String workspace = draft.state.workspace();
    if (record.attempt() == 0) {
      return Attempt.first(
          workspace,
          entry.run.id,
          entry.planned(),
          draft.lookup(entry.run),
          entry.run.record().attempted());
    }
    int number = record.attempt() + 1;
    String token =
        record.token() != null
            ? record.token()
            : Attempt.token(workspace, entry.run.id, entry.id, number);
    boolean absent = record.token() != null && record.absent();
    return new Attempt(number, token, record.recovering(), record.recoverAfter(), absent);
  }

  /**
   * What needs no worker: records to forget, placeholders to be expanded by the planner. As much as
   * goes at a time; the rest follows with {@link Input.Due}.
   */
  private static void doLocally(Draft draft, RunDraft run) {
    for (NodeEntry entry = run.run.ready.nextLocal();
        entry != null && run.mayRelease() && draft.doneLocally++ < draft.settings.sweep();
        entry = run.run.ready.nextLocal()) {
      Node node = entry.planned();
      switch (node.action().executor()) {
        case MACHINE -> Commits.forget(draft, run, entry);
        case PLANNER -> expand(draft, run, entry);
        case WORKER, NONE ->
            throw new IllegalStateException(node.action() + " is not done by the machine");
      }
    }
  }

  private static void expand(Draft draft, RunDraft run, NodeEntry entry) {
    Optional<Map<String, JsonNode>> values =
        draft.tasks.values(entry.planned(), draft.lookup(run.run));
    if (values.isEmpty()) {
      Failures.fail(draft, run, entry, unresolved(entry.planned()));
    } else if (!draft.tasks.canTravel(values.get())) {
      String text =
          entry.planned().address() + " is expanded by more values than one message can carry";
      Failures.fail(draft, run, entry, TaskError.of(CoreCode.REQUEST_TOO_LARGE, text));
    } else {
      Requests.expand(draft, run, entry, values.get());
    }
  }

  static TaskError unresolved(Node placeholder) {
    String text = "a value that " + placeholder.address() + " is expanded by is not known";
    return TaskError.of(CoreCode.UNRESOLVED_REFERENCE, text);
  }
}
