package io.sluice.shadow;

import io.sluice.machine.task.Attempt;
import io.sluice.machine.task.TaskFactory;
import io.sluice.model.Address;
import io.sluice.model.CoreCode;
import io.sluice.model.RepeatClass;
import io.sluice.model.TaskError;
import io.sluice.model.message.EventKind;
import io.sluice.model.plan.Node;
import io.sluice.model.record.NodeRecord;
import io.sluice.model.record.NodeStatus;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** When nobody knows whether an attempt happened, its type's repeat class says what may be done. */
final class Doubts {
  private Doubts() {}

  /** The current attempt may have happened, and nobody will report on it. */
  static void raise(Draft draft, RunDraft run, NodeEntry entry, String why) {
    Node node = entry.planned();
    NodeRecord record = entry.known();
    if (harmless(node)) {
      again(draft, run, entry, null, why);
    } else if (run.stopping()) {
      leave(draft, run, entry, why);
    } else if (record.recoveries() >= draft.settings.maxRecoveries()) {
      leave(draft, run, entry, why + ", for the " + record.recoveries() + "th time");
    } else {
      switch (node.repeat()) {
        case PURE, BY_NAME, TOKEN -> again(draft, run, entry, null, why);
        case SEARCH -> again(draft, run, entry, provenBy(draft, entry, record), why);
        case NONE -> leave(draft, run, entry, why);
      }
    }
  }

  /** The task came to nobody's hands, or to hands that had not begun. */
  static void unbegun(Draft draft, RunDraft run, NodeEntry entry, String why) {
    Node node = entry.planned();
    boolean calledOnlyWhenLeased =
        node.repeat() == RepeatClass.SEARCH || node.repeat() == RepeatClass.NONE;
    if (!calledOnlyWhenLeased) {
      raise(draft, run, entry, why);
    } else if (run.stopping()) {
      Failures.drop(draft, run, entry, why);
    } else if (entry.known().recoveries() >= draft.settings.maxRecoveries()) {
      String text = "given up after " + entry.known().recoveries() + " deliveries: " + why;
      Failures.failFor(draft, run, entry, TaskError.of(CoreCode.NEVER_BEGUN, text));
    } else {
      draft.put(entry, Nodes.unbegun(entry.known(), why));
    }
  }

  /** Nothing more can be done in this run; the token stays in state for whoever settles it. */
  static void leave(Draft draft, RunDraft run, NodeEntry entry, String why) {
    NodeRecord record = Nodes.ended(entry.known(), NodeStatus.IN_DOUBT, error(why), why);
    NodeEntry before =
        draft.state.indexes().doubts().get(TaskFactory.priorAddress(entry.planned()));
    if (before != null) {
      Commits.settled(draft, before);
    }
    draft.put(entry, record);
    Commits.doubt(draft, entry, entry.known(), provenBy(draft, entry, record));
    Events.because(draft, run, EventKind.NODE_IN_DOUBT, entry, why);
  }

  /**
   * Its plan is thrown away before an earlier attempt was settled: the next plan finds the token in
   * state, and begins with looking.
   */
  static void hand(Draft draft, RunState run) {
    run.entries.values().stream()
        .filter(entry -> entry.node != null && entry.record != null && isOpen(entry))
        .sorted(Comparator.comparing(entry -> entry.id))
        .forEach(
            entry ->
                Commits.doubt(draft, entry, entry.known(), provenBy(draft, entry, entry.known())));
  }

  /**
   * The run ends, and what an earlier plan of it left open was not come to again: no other node
   * stands for it, so a person could not settle it.
   */
  static void leaveOpen(Draft draft, RunDraft run) {
    if (!run.run.built() || run.formerPlans.isEmpty()) {
      return;
    }
    List<NodeEntry> untouched =
        run.run.entries.values().stream()
            .filter(entry -> entry.node != null && entry.sent() && entry.record == null)
            .filter(entry -> !entry.succeeded() && !harmless(entry.planned()))
            .sorted(Comparator.comparing(entry -> entry.id))
            .toList();
    for (NodeEntry entry : untouched) {
      Attempt next = Releasing.attempt(draft, entry);
      Address at = TaskFactory.priorAddress(entry.planned());
      if (next.recovering() && !draft.state.indexes().doubts().containsKey(at)) {
        draft.put(entry, Nodes.dispatched(entry.known(), next));
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
    return free && entry.known().recovering() && !harmless(entry.planned());
  }

  private static void again(
      Draft draft, RunDraft run, NodeEntry entry, @Nullable Instant recoverAfter, String why) {
    NodeRecord record = entry.known();
    if (run.stopping()) {
      draft.put(entry, Nodes.ended(record, NodeStatus.CANCELLED, null, why));
      Events.because(draft, run, EventKind.NODE_SKIPPED, entry, "cancelled: " + why);
      Events.skipped(draft, run);
      return;
    }
    if (record.recoveries() >= draft.settings.maxRecoveries()) {
      String text = "given up after " + record.recoveries() + " attempts without an answer: " + why;
      Failures.fail(draft, run, entry, TaskError.of(CoreCode.NO_ANSWER, text));
      return;
    }
    run.recovered++;
    draft.put(entry, Nodes.recovering(record, recoverAfter, why));
    Events.because(
        draft, run, EventKind.NODE_RECOVERING, entry, why + "; checking, then continuing");
  }

  /** Doing it twice makes nothing. */
  static boolean harmless(Node node) {
    return node.repeat() == RepeatClass.PURE || !node.action().mayBeInDoubt();
  }

  /** From then on an object that can't be found was not made. */
  private static Instant provenBy(Draft draft, NodeEntry entry, NodeRecord record) {
    Instant over =
        record.deadline() != null
            ? record.deadline()
            : draft.moment.now().plus(draft.settings.callLimit(entry.planned()));
    Instant visible = over.plus(draft.settings.tasks().visibilityDelay());
    Instant before = record.recoverAfter();
    return before != null && before.isAfter(visible) ? before : visible;
  }

  private static TaskError error(String why) {
    return TaskError.of(CoreCode.IN_DOUBT, why);
  }
}
