package io.sluice.machine.rule;

import io.sluice.machine.graph.Draft;
import io.sluice.machine.graph.NodeEntry;
import io.sluice.machine.graph.RunEdit;
import io.sluice.machine.narrate.Events;
import io.sluice.machine.node.NodeEvent;
import io.sluice.machine.node.Tries;
import io.sluice.machine.run.Counter;
import io.sluice.machine.task.TaskFactory;
import io.sluice.model.CoreCode;
import io.sluice.model.ErrorClass;
import io.sluice.model.RepeatClass;
import io.sluice.model.TaskError;
import io.sluice.model.message.EventKind;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.OnFailure;
import io.sluice.model.plan.RetryPolicy;
import io.sluice.model.record.NodeStatus;
import io.sluice.model.record.RunRecord.Stop;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the end of an attempt means for its node, and for the run. When it is not known whether an
 * attempt happened, its type's repeat class says what may be done.
 */
public final class NodeOutcomes {
  private NodeOutcomes() {}

  /** Final: what depends on the node is skipped, and with {@code stop} nothing more leaves. */
  public static void fail(Draft draft, RunEdit run, NodeEntry entry, TaskError error) {
    draft.move(entry, new NodeEvent.Failed(error));
    Events.failed(draft, run, entry, error);
    Events.skipped(draft, run);
    boolean stops =
        run.now().options().onFailure() == OnFailure.STOP || error.errorClass() == ErrorClass.FATAL;
    if (stops && !run.now().stopping()) {
      stop(draft, run, Stop.FAILURE, entry.id + " failed");
    }
  }

  /** An attempt that certainly did nothing; it may be made again. */
  public static void retry(Draft draft, RunEdit run, NodeEntry entry, TaskError error) {
    int failures = entry.state().tries().failures() + 1;
    RetryPolicy policy =
        entry.planned().retry() == null ? draft.settings.retry() : entry.planned().retry();
    if (run.now().stopping() || failures >= policy.attempts()) {
      failOrLeaveInDoubt(draft, run, entry, error);
      return;
    }
    Instant dueAt =
        draft.moment.now().plus(RetryDelay.of(policy, failures, error, draft.moment.jitter()));
    draft.move(entry, new NodeEvent.RetryAt(dueAt, error));
    Events.retrying(draft, run, entry, error, dueAt);
  }

  /** While an earlier attempt may have happened, a failed look proves nothing about it. */
  public static void failOrLeaveInDoubt(
      Draft draft, RunEdit run, NodeEntry entry, TaskError error) {
    if (entry.state().mayHaveHappened() && entry.planned().repeat() != RepeatClass.PURE) {
      leaveInDoubt(draft, run, entry, "an earlier attempt may have happened: " + error.message());
    } else {
      fail(draft, run, entry, error);
    }
  }

  /** The attempt is over and did nothing; it does not count. */
  public static void giveBack(Draft draft, RunEdit run, NodeEntry entry, String reason) {
    if (!run.now().stopping()) {
      draft.move(entry, new NodeEvent.GivenBack(reason));
    } else {
      drop(draft, run, entry, reason);
    }
  }

  /** Ends a node of a stopping run that no worker has any more. */
  public static void drop(Draft draft, RunEdit run, NodeEntry entry, String reason) {
    if (entry.state().mayHaveHappened() && entry.planned().repeat() != RepeatClass.PURE) {
      leaveInDoubt(draft, run, entry, "the run stopped before an earlier attempt was settled");
      return;
    }
    draft.move(entry, new NodeEvent.Cancelled(reason));
    Events.because(draft, run, EventKind.NODE_SKIPPED, entry, "cancelled: " + reason);
    Events.skipped(draft, run);
  }

  /** Nothing more leaves; what waits to be tried again is given up. */
  public static void stop(Draft draft, RunEdit run, Stop how, String why) {
    run.stop(how);
    for (NodeEntry entry : run.run.planned(NodeOutcomes::waits)) {
      if (entry.outstanding()) {
        drop(draft, run, entry, why);
        continue;
      }
      TaskError error = entry.standing() == NodeStatus.WAITING ? entry.state().error() : null;
      if (how == Stop.FAILURE && error != null && !entry.state().mayHaveHappened()) {
        fail(draft, run, entry, error);
      } else {
        drop(draft, run, entry, why);
      }
    }
  }

  /** Whatever the planner answers about a placeholder, nothing has left with it. */
  private static boolean waits(NodeEntry entry) {
    boolean had = entry.standing() == NodeStatus.WAITING || entry.standing() == NodeStatus.READY;
    return entry.stored() && (had || entry.asked());
  }

  /** The current attempt may have happened, and no worker will report on it. */
  public static void doubt(Draft draft, RunEdit run, NodeEntry entry, String why) {
    Node node = entry.planned();
    Tries tries = entry.state().tries();
    if (canRepeatFreely(node)) {
      again(draft, run, entry, null, why);
    } else if (run.now().stopping()) {
      leaveInDoubt(draft, run, entry, why);
    } else if (tries.recoveries() >= draft.settings.maxRecoveries()) {
      leaveInDoubt(draft, run, entry, why + ", for the " + tries.recoveries() + "th time");
    } else {
      switch (node.repeat()) {
        case PURE, BY_NAME, TOKEN -> again(draft, run, entry, null, why);
        case SEARCH ->
            again(draft, run, entry, provenBy(draft, entry, entry.state().deadline()), why);
        case NONE -> leaveInDoubt(draft, run, entry, why);
      }
    }
  }

  /** No worker acquired the task, or the one that did had not begun. */
  public static void neverBegan(Draft draft, RunEdit run, NodeEntry entry, String why) {
    Node node = entry.planned();
    boolean calledOnlyWhenLeased =
        node.repeat() == RepeatClass.SEARCH || node.repeat() == RepeatClass.NONE;
    if (!calledOnlyWhenLeased) {
      doubt(draft, run, entry, why);
    } else if (run.now().stopping()) {
      drop(draft, run, entry, why);
    } else if (entry.state().tries().recoveries() >= draft.settings.maxRecoveries()) {
      String text = "given up after " + entry.state().tries().recoveries() + " deliveries: " + why;
      failOrLeaveInDoubt(draft, run, entry, TaskError.of(CoreCode.NEVER_BEGUN, text));
    } else {
      draft.move(entry, new NodeEvent.NeverBegan(why));
    }
  }

  /** Nothing more can be done in this run; the token stays in state until the doubt is settled. */
  static void leaveInDoubt(Draft draft, RunEdit run, NodeEntry entry, String why) {
    NodeEntry before =
        draft.state.indexes().doubts().get(TaskFactory.priorAddress(entry.planned()));
    if (before != null) {
      ClosedDoubts.close(draft, before);
    }
    draft.move(entry, new NodeEvent.LeftInDoubt(error(why)));
    Commits.doubt(draft, entry, provenBy(draft, entry, null));
    Events.because(draft, run, EventKind.NODE_IN_DOUBT, entry, why);
  }

  private static void again(
      Draft draft, RunEdit run, NodeEntry entry, @Nullable Instant recoverAfter, String why) {
    int recoveries = entry.state().tries().recoveries();
    if (run.now().stopping()) {
      draft.move(entry, new NodeEvent.Cancelled(why));
      Events.because(draft, run, EventKind.NODE_SKIPPED, entry, "cancelled: " + why);
      Events.skipped(draft, run);
      return;
    }
    if (recoveries >= draft.settings.maxRecoveries()) {
      String text = "given up after " + recoveries + " attempts without an answer: " + why;
      fail(draft, run, entry, TaskError.of(CoreCode.NO_ANSWER, text));
      return;
    }
    run.count(Counter.RECOVERED);
    draft.move(entry, new NodeEvent.Recover(recoverAfter, why));
    Events.because(
        draft, run, EventKind.NODE_RECOVERING, entry, why + "; checking, then continuing");
  }

  /** Doing it twice makes nothing. */
  public static boolean canRepeatFreely(Node node) {
    return node.repeat() == RepeatClass.PURE || !node.action().mayBeInDoubt();
  }

  /** From then on an object that can't be found was not made. */
  static Instant provenBy(Draft draft, NodeEntry entry, @Nullable Instant deadline) {
    Instant over =
        deadline != null
            ? deadline
            : draft.moment.now().plus(draft.settings.callLimit(entry.planned()));
    Instant visible = over.plus(draft.settings.tasks().visibilityDelay());
    Instant before = entry.state().operation().provenAfter();
    return before != null && before.isAfter(visible) ? before : visible;
  }

  private static TaskError error(String why) {
    return TaskError.of(CoreCode.IN_DOUBT, why);
  }
}
