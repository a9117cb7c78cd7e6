package io.sluice.machine;

import io.sluice.machine.node.NodeEvent;
import io.sluice.machine.node.Tries;
import io.sluice.machine.run.Counter;
import io.sluice.machine.task.Attempt;
import io.sluice.machine.task.TaskFactory;
import io.sluice.model.Address;
import io.sluice.model.CoreCode;
import io.sluice.model.RepeatClass;
import io.sluice.model.message.EventKind;
import io.sluice.model.message.TaskError;
import io.sluice.model.plan.Node;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** When nobody knows whether an attempt happened, its type's repeat class says what may be done. */
final class Doubts {
  private Doubts() {}

  /** The current attempt may have happened, and nobody will report on it. */
  static void raise(Draft draft, RunEdit run, NodeEntry entry, String why) {
    Node node = entry.planned();
    Tries tries = entry.state.tries();
    if (harmless(node)) {
      again(draft, run, entry, null, why);
    } else if (run.now().stopping()) {
      leave(draft, run, entry, why);
    } else if (tries.recoveries() >= draft.settings.maxRecoveries()) {
      leave(draft, run, entry, why + ", for the " + tries.recoveries() + "th time");
    } else {
      switch (node.repeat()) {
        case PURE, BY_NAME, TOKEN -> again(draft, run, entry, null, why);
        case SEARCH ->
            again(draft, run, entry, provenBy(draft, entry, entry.state.deadline()), why);
        case NONE -> leave(draft, run, entry, why);
      }
    }
  }

  /** The task came to nobody's hands, or to hands that had not begun. */
  static void unbegun(Draft draft, RunEdit run, NodeEntry entry, String why) {
    Node node = entry.planned();
    boolean calledOnlyWhenLeased =
        node.repeat() == RepeatClass.SEARCH || node.repeat() == RepeatClass.NONE;
    if (!calledOnlyWhenLeased) {
      raise(draft, run, entry, why);
    } else if (run.now().stopping()) {
      Failures.drop(draft, run, entry, why);
    } else if (entry.state.tries().recoveries() >= draft.settings.maxRecoveries()) {
      String text = "given up after " + entry.state.tries().recoveries() + " deliveries: " + why;
      Failures.failFor(draft, run, entry, TaskError.of(CoreCode.NEVER_BEGUN, text));
    } else {
      draft.move(entry, new NodeEvent.NeverBegan(why));
    }
  }

  /** Nothing more can be done in this run; the token stays in state for whoever settles it. */
  static void leave(Draft draft, RunEdit run, NodeEntry entry, String why) {
    NodeEntry before =
        draft.state.indexes().doubts().get(TaskFactory.priorAddress(entry.planned()));
    if (before != null) {
      Commits.settled(draft, before);
    }
    draft.move(entry, new NodeEvent.LeftInDoubt(error(why)));
    Commits.doubt(draft, entry, provenBy(draft, entry, null));
    Events.because(draft, run, EventKind.NODE_IN_DOUBT, entry, why);
  }

  /**
   * Its plan is thrown away before an earlier attempt was settled: the next plan finds the token in
   * state, and begins with looking.
   */
  static void hand(Draft draft, RunState run) {
    run.entries.values().stream()
        .filter(entry -> entry.node != null && entry.stored() && isOpen(entry))
        .sorted(Comparator.comparing(entry -> entry.id))
        .forEach(entry -> Commits.doubt(draft, entry, provenBy(draft, entry, null)));
  }

  /**
   * The run ends, and what an earlier plan of it left open was not come to again: no other node
   * stands for it, so a person could not settle it.
   */
  static void leaveOpen(Draft draft, RunEdit run) {
    if (!run.run.built() || run.now().history().formerPlans().isEmpty()) {
      return;
    }
    List<NodeEntry> untouched =
        run.run.entries.values().stream()
            .filter(entry -> entry.node != null && entry.sent() && !entry.stored())
            .filter(entry -> !entry.succeeded() && !harmless(entry.planned()))
            .sorted(Comparator.comparing(entry -> entry.id))
            .toList();
    for (NodeEntry entry : untouched) {
      Attempt next = Releasing.attempt(draft, entry);
      Address at = TaskFactory.priorAddress(entry.planned());
      if (next.recovering() && !draft.state.indexes().doubts().containsKey(at)) {
        draft.move(entry, new NodeEvent.Dispatched(next));
        leave(draft, run, entry, "an attempt under an earlier plan of the run may have happened");
      }
    }
  }

  private static boolean isOpen(NodeEntry entry) {
    boolean free =
        switch (entry.standing) {
          case READY, WAITING, SKIPPED -> true;
          case PENDING, DISPATCHED, STARTED, EXPANDED, SUCCEEDED, FAILED, CANCELLED, IN_DOUBT ->
              false;
        };
    return free && entry.state.mayHaveHappened() && !harmless(entry.planned());
  }

  private static void again(
      Draft draft, RunEdit run, NodeEntry entry, @Nullable Instant recoverAfter, String why) {
    int recoveries = entry.state.tries().recoveries();
    if (run.now().stopping()) {
      draft.move(entry, new NodeEvent.Cancelled(why));
      Events.because(draft, run, EventKind.NODE_SKIPPED, entry, "cancelled: " + why);
      Events.skipped(draft, run);
      return;
    }
    if (recoveries >= draft.settings.maxRecoveries()) {
      String text = "given up after " + recoveries + " attempts without an answer: " + why;
      Failures.fail(draft, run, entry, TaskError.of(CoreCode.NO_ANSWER, text));
      return;
    }
    run.count(Counter.RECOVERED);
    draft.move(entry, new NodeEvent.Recover(recoverAfter, why));
    Events.because(draft, run, EventKind.NODE_RECOVERING, entry, why + "; looking and going on");
  }

  /** Doing it twice makes nothing. */
  static boolean harmless(Node node) {
    return node.repeat() == RepeatClass.PURE || !node.action().mayBeInDoubt();
  }

  /** From then on an object that can't be found was not made. */
  private static Instant provenBy(Draft draft, NodeEntry entry, @Nullable Instant deadline) {
    Instant over =
        deadline != null
            ? deadline
            : draft.moment.now().plus(draft.settings.callLimit(entry.planned()));
    Instant visible = over.plus(draft.settings.visibilityDelay());
    Instant before = entry.state.provenAfter();
    return before != null && before.isAfter(visible) ? before : visible;
  }

  private static TaskError error(String why) {
    return TaskError.of(CoreCode.IN_DOUBT, why);
  }
}
