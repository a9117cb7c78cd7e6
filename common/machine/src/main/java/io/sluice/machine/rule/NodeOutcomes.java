package io.sluice.machine.rule;

import io.sluice.machine.fact.Decision;
import io.sluice.machine.fact.Decision.Fact;
import io.sluice.machine.fact.NodeNote;
import io.sluice.machine.graph.NodeEntry;
import io.sluice.machine.graph.RunView;
import io.sluice.machine.graph.View;
import io.sluice.machine.node.NodeEvent;
import io.sluice.machine.node.Operation;
import io.sluice.machine.node.Tries;
import io.sluice.machine.run.Counter;
import io.sluice.machine.task.TaskFactory;
import io.sluice.model.Action;
import io.sluice.model.CoreCode;
import io.sluice.model.ErrorClass;
import io.sluice.model.NodeId;
import io.sluice.model.NodeId.Role;
import io.sluice.model.RepeatClass;
import io.sluice.model.TaskError;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.OnFailure;
import io.sluice.model.plan.RetryPolicy;
import io.sluice.model.record.NodeStatus;
import io.sluice.model.record.RecordStatus;
import io.sluice.model.record.RunRecord.Stop;
import io.sluice.model.time.Delays;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the end of an attempt means for its node, and for the run. When it is not known whether an
 * attempt happened, its type's repeat class says what may be done.
 */
public final class NodeOutcomes {
  private NodeOutcomes() {}

  /**
   * Final: what depends on the node is skipped and, if failures stop the run, nothing more is
   * dispatched.
   */
  public static Decision fail(View view, RunView run, NodeEntry entry, TaskError error) {
    Decision failed =
        unfinished(view, entry).and(new Fact.NodeMoved(entry, new NodeEvent.Failed(error)));
    boolean stops =
        run.now().options().onFailure() == OnFailure.STOP || error.errorClass() == ErrorClass.FATAL;
    return !stops || error.code() == CoreCode.NEEDS_REPLACEMENT || run.now().stopping()
        ? failed
        : failed.then(() -> stop(view, run, Stop.FAILURE, entry.id + " failed"));
  }

  /** An object is not what it should be if its provisioner failed: it is made anew next time. */
  private static Decision unfinished(View view, NodeEntry entry) {
    NodeId id = NodeId.parse(entry.id);
    return id.role() != Role.PROVISIONER
        ? Decision.nothing()
        : view.record(id.subject())
            .filter(made -> made.status() == RecordStatus.OK)
            .map(made -> ObjectRecords.written(view, made.with(RecordStatus.TAINTED)))
            .map(made -> ObjectRecords.put(view, made))
            .orElseGet(Decision::nothing);
  }

  /** An attempt that certainly did nothing; it may be made again. */
  public static Decision retry(View view, RunView run, NodeEntry entry, TaskError error) {
    int failures = entry.state().tries().failures() + 1;
    RetryPolicy policy =
        entry.planned().retry() == null ? view.settings().retry() : entry.planned().retry();
    if (run.now().stopping() || failures >= policy.attempts()) {
      return failOrLeaveInDoubt(view, run, entry, error);
    }
    Instant dueAt =
        view.context().now().plus(RetryDelay.of(policy, failures, error, view.context().jitter()));
    return new Fact.NodeMoved(entry, new NodeEvent.RetryAt(dueAt, error));
  }

  /** While an earlier attempt may have happened, a failed look proves nothing about it. */
  public static Decision failOrLeaveInDoubt(
      View view, RunView run, NodeEntry entry, TaskError error) {
    return mayHaveHappened(entry)
        ? leaveInDoubt(view, entry, "an earlier attempt may have happened: " + error.message())
        : fail(view, run, entry, error);
  }

  /** The attempt is over and did nothing; it does not count. */
  public static Decision giveBack(View view, RunView run, NodeEntry entry, String reason) {
    return run.now().stopping()
        ? drop(view, run, entry, reason)
        : new Fact.NodeMoved(entry, new NodeEvent.GivenBack(reason));
  }

  /** Ends a node of a stopping run that no worker has any more. */
  public static Decision drop(View view, RunView run, NodeEntry entry, String reason) {
    return mayHaveHappened(entry)
        ? leaveInDoubt(view, entry, "the run stopped before an earlier attempt was settled")
        : cancel(run, entry, reason);
  }

  private static boolean mayHaveHappened(NodeEntry entry) {
    return entry.state().mayHaveHappened() && entry.planned().repeat() != RepeatClass.PURE;
  }

  private static Decision cancel(RunView run, NodeEntry entry, String why) {
    return Decision.of(
        new Fact.NodeMoved(entry, new NodeEvent.Cancelled(why)),
        new Fact.NodeNoted(run, entry, new NodeNote.Cancelled(why)));
  }

  /**
   * Stops the run: nothing more is dispatched, and nodes that wait for another try are given up.
   */
  public static Decision stop(View view, RunView run, Stop how, String why) {
    Decision stopped = Fact.moved(run, now -> now.with(now.control().stopped(how)));
    for (NodeEntry entry : run.run().planned(NodeOutcomes::waits)) {
      stopped = stopped.then(() -> stop(view, run, entry, how, why));
    }
    return stopped;
  }

  private static Decision stop(View view, RunView run, NodeEntry entry, Stop how, String why) {
    TaskError error = entry.standing() == NodeStatus.WAITING ? entry.state().error() : null;
    return how == Stop.FAILURE && error != null && !entry.state().mayHaveHappened()
        ? fail(view, run, entry, error)
        : drop(view, run, entry, why);
  }

  /**
   * Whether a stopping run gives the node up at once. No task leaves with an answer about a
   * placeholder, and a stopping run needs no answers of providers.
   */
  private static boolean waits(NodeEntry entry) {
    boolean had = entry.standing() == NodeStatus.WAITING || entry.standing() == NodeStatus.READY;
    boolean question = entry.outstanding() && entry.planned().action() == Action.PLAN;
    return entry.stored() && (had || entry.asked() || question);
  }

  /**
   * A call of which it is not known whether it happened.
   *
   * @param claim whose call it is; null if no claim is known to have called
   * @param underWay how long what an ended call asked for may still be on its way; null where the
   *     call itself may go on
   */
  public record UnknownCall(@Nullable String claim, @Nullable Duration underWay) {
    public static final UnknownCall OF_NOBODY = new UnknownCall(null, null);
  }

  /**
   * A claim that does not hold the attempt may have called all the same, and is named: an attempt
   * that looks for its work can then find out whether its call is over.
   *
   * @param absent it looked before it called, and found nothing
   */
  public static Decision contested(
      View view, NodeEntry entry, String claim, @Nullable Duration underWay, boolean absent) {
    Operation known = entry.state().operation();
    if (known.callers().contains(claim) && (known.absent() || !absent)) {
      return Decision.nothing();
    }
    Instant proven =
        entry.planned().repeat() == RepeatClass.SEARCH
            ? provenBy(view, entry, underWay == null ? null : overAfter(view, underWay))
            : null;
    return new Fact.NodeMoved(entry, new NodeEvent.MayHaveHappened(claim, proven, absent));
  }

  /** The current attempt may have happened, and no worker will report on it again. */
  public static Decision doubt(
      View view, RunView run, NodeEntry entry, UnknownCall call, String why) {
    Node node = entry.planned();
    Tries tries = entry.state().tries();
    Duration underWay = call.underWay();
    Over soon = new Over(null, underWay != null, call.claim());
    if (canRepeatFreely(node)) {
      return again(view, run, entry, soon, why);
    }
    if (run.now().stopping()) {
      return leaveInDoubt(view, entry, why);
    }
    if (tries.recoveries() >= view.settings().maxRecoveries()) {
      return leaveInDoubt(view, entry, why + ", for the " + tries.recoveries() + "th time");
    }
    return switch (node.repeat()) {
      case PURE, BY_NAME, TOKEN -> again(view, run, entry, soon, why);
      case SEARCH -> {
        Instant over = underWay == null ? entry.state().deadline() : overAfter(view, underWay);
        Over later = new Over(provenBy(view, entry, over), underWay != null, call.claim());
        yield again(view, run, entry, later, why);
      }
      case NONE -> leaveInDoubt(view, entry, why);
    };
  }

  /** No worker acquired the task, or the one that did had not begun. */
  public static Decision neverBegan(View view, RunView run, NodeEntry entry, String why) {
    Node node = entry.planned();
    boolean calledOnlyWhenLeased =
        node.repeat() == RepeatClass.SEARCH || node.repeat() == RepeatClass.NONE;
    if (!calledOnlyWhenLeased) {
      return doubt(view, run, entry, UnknownCall.OF_NOBODY, why);
    }
    if (run.now().stopping()) {
      return drop(view, run, entry, why);
    }
    int recoveries = entry.state().tries().recoveries();
    if (recoveries >= view.settings().maxRecoveries()) {
      String text = "given up after " + recoveries + " deliveries: " + why;
      return failOrLeaveInDoubt(view, run, entry, TaskError.of(CoreCode.NEVER_BEGUN, text));
    }
    return new Fact.NodeMoved(entry, new NodeEvent.NeverBegan(why));
  }

  /** Nothing more can be done in this run; the token stays in state until the doubt is settled. */
  static Decision leaveInDoubt(View view, NodeEntry entry, String why) {
    NodeEntry before =
        view.state().indexes().doubts().get(TaskFactory.priorAddress(entry.planned()));
    TaskError error = TaskError.of(CoreCode.IN_DOUBT, why);
    return (before == null ? Decision.nothing() : ClosedDoubts.close(view, before))
        .and(new Fact.NodeMoved(entry, new NodeEvent.LeftInDoubt(error)))
        .then(() -> Commits.doubt(view, entry, provenBy(view, entry, null)));
  }

  /** What is known of the end of a call in doubt. */
  private record Over(@Nullable Instant provenAfter, boolean certainly, @Nullable String caller) {}

  /** When the request of an ended call can no longer be under way. */
  private static Instant overAfter(View view, Duration said) {
    return view.context().now().plus(Delays.shortened(said));
  }

  private static Decision again(View view, RunView run, NodeEntry entry, Over over, String why) {
    int recoveries = entry.state().tries().recoveries();
    if (run.now().stopping()) {
      return cancel(run, entry, why);
    }
    if (recoveries >= view.settings().maxRecoveries()) {
      String text = "given up after " + recoveries + " attempts without an answer: " + why;
      return fail(view, run, entry, TaskError.of(CoreCode.NO_ANSWER, text));
    }
    return Decision.of(
        new Fact.Counted(run, Counter.RECOVERED),
        new Fact.NodeMoved(
            entry,
            new NodeEvent.Recover(over.provenAfter(), over.certainly(), over.caller(), why)));
  }

  /** Whether carrying it out twice makes nothing. */
  public static boolean canRepeatFreely(Node node) {
    return node.repeat() == RepeatClass.PURE || !node.action().mayBeInDoubt();
  }

  /** The time from which an object that can't be found was not made. */
  static Instant provenBy(View view, NodeEntry entry, @Nullable Instant deadline) {
    Instant over =
        deadline != null
            ? deadline
            : view.context().now().plus(view.settings().callLimit(entry.planned()));
    Instant visible = over.plus(view.settings().tasks().visibilityDelay());
    Instant before = entry.state().operation().provenAfter();
    return before != null && before.isAfter(visible) ? before : visible;
  }
}
