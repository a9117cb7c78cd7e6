package io.sluice.machine.decide;

import io.sluice.machine.graph.Draft;
import io.sluice.machine.graph.NodeEntry;
import io.sluice.machine.graph.RunEdit;
import io.sluice.machine.node.NodeEvent;
import io.sluice.machine.node.NodeState;
import io.sluice.machine.rule.Commits;
import io.sluice.machine.rule.Departed;
import io.sluice.machine.rule.MovedBeneath;
import io.sluice.machine.rule.NodeOutcomes;
import io.sluice.machine.run.Counter;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.CoreCode;
import io.sluice.model.NodeId;
import io.sluice.model.NodeId.Role;
import io.sluice.model.RepeatClass;
import io.sluice.model.TaskError;
import io.sluice.model.message.EventKind;
import io.sluice.model.message.InboxMessage.Result;
import io.sluice.model.message.Outcome;
import io.sluice.model.plan.Node;
import io.sluice.model.record.NodeStatus;
import io.sluice.model.record.StateRecord;
import org.jspecify.annotations.Nullable;

/** What workers report. A success is never ignored. */
public final class Results {
  private Results() {}

  public static void result(Draft draft, Result result) {
    RunEdit run = draft.edit(result.run());
    NodeEntry entry = awaited(run, result);
    if (run == null || entry == null) {
      if (run != null && result.outcome() == Outcome.IN_DOUBT) {
        doubted(draft, run, result);
        Departed.doubted(draft, run, result);
      }
      Departed.heard(draft, result);
      late(draft, run, result);
      return;
    }
    if (result.recovered()) {
      run.count(Counter.RECOVERED);
    }
    switch (result.outcome()) {
      case OK -> Commits.success(draft, run, entry, result);
      case FAILED -> failed(draft, run, entry, result);
      case IN_DOUBT -> NodeOutcomes.doubt(draft, run, entry, why(result));
    }
    draft.touch(run);
  }

  /** The node that waits for just this result: attempt and claim are the ones that are out. */
  private static @Nullable NodeEntry awaited(@Nullable RunEdit run, Result result) {
    NodeEntry entry = run == null || !run.run.built() ? null : run.run.planned(result.node());
    if (entry == null || !entry.sent() || entry.state().tries().attempt() != result.attempt()) {
      return null;
    }
    String holder = entry.state().claimId();
    boolean ok = result.outcome() == Outcome.OK;
    if (entry.outstanding()) {
      boolean held = holder == null || holder.equals(result.claimId());
      return held || (ok && accepted(entry.planned())) ? entry : null;
    }
    // Its worker was taken for lost, but it is the very attempt that is in doubt: now it is known.
    boolean settles = entry.standing() == NodeStatus.IN_DOUBT && ok;
    return settles && (result.claimId().equals(holder) || accepted(entry.planned())) ? entry : null;
  }

  /** The worker that called had the task's acceptance, so no other has called in this attempt. */
  private static boolean accepted(Node node) {
    return node.repeat() == RepeatClass.SEARCH || node.repeat() == RepeatClass.NONE;
  }

  private static void failed(Draft draft, RunEdit run, NodeEntry entry, Result result) {
    TaskError error = error(result);
    if (result.id() != null) {
      Commits.tainted(draft, entry, result);
      NodeOutcomes.fail(draft, run, entry, error);
      return;
    }
    switch (error.errorClass()) {
      case TRANSIENT, THROTTLED -> NodeOutcomes.retry(draft, run, entry, error);
      case IN_DOUBT -> NodeOutcomes.doubt(draft, run, entry, why(result));
      case USER, PERMANENT, FENCED, FATAL ->
          NodeOutcomes.failOrLeaveInDoubt(draft, run, entry, error);
    }
  }

  /** Of another claim, of a superseded attempt, of an ended run, or the committed one again. */
  private static void late(Draft draft, @Nullable RunEdit run, Result result) {
    NodeEntry entry = run == null ? null : run.run.find(result.node());
    Node node = entry == null || !entry.isPlanned() ? null : entry.planned();
    boolean read = NodeId.role(result.node()) == Role.READ;
    if (!result.mayHaveMade() || read || isCommitted(entry, result) || makesNothing(node)) {
      duplicate(run);
      return;
    }
    Address address = node == null ? NodeId.parse(result.node()).address() : node.address();
    boolean told =
        createsMaybe(draft, result, node, address)
            ? Commits.orphan(draft, result, address, node)
            : movesWhatIsKnown(draft, result, node, address);
    if (!told) {
      duplicate(run);
      return;
    }
    MovedBeneath.note(draft, address);
    String what = result.outcome() == Outcome.OK ? "a success" : "a failure that left an object";
    String text =
        address
            + ": "
            + what
            + ", of attempt "
            + result.attempt()
            + ", came late; check the object";
    if (run == null) {
      draft.tellUnknown(result.run(), EventKind.ORPHAN_FOUND, text);
    } else {
      run.count(Counter.ORPHANS);
      draft.emit(run, EventKind.ORPHAN_FOUND, entry, result.worker(), text, null);
    }
  }

  /**
   * Two workers can have had one attempt, and the one that gave it back reported first: the next
   * attempt, or what stops the run, has to know that something may have been done.
   */
  private static void doubted(Draft draft, RunEdit run, Result result) {
    NodeEntry entry = run.run.built() ? run.run.planned(result.node()) : null;
    boolean goesOn =
        entry != null
            && entry.sent()
            && !NodeOutcomes.canRepeatFreely(entry.planned())
            && entry.state().tries().attempt() >= result.attempt()
            && !entry.state().mayHaveHappened()
            && (entry.outstanding()
                || entry.standing() == NodeStatus.WAITING
                || entry.standing() == NodeStatus.READY);
    if (entry != null && goesOn) {
      draft.move(entry, new NodeEvent.MayHaveHappened());
    }
  }

  private static void duplicate(@Nullable RunEdit run) {
    if (run != null) {
      run.count(Counter.DUPLICATES);
    }
  }

  private static boolean isCommitted(@Nullable NodeEntry entry, Result result) {
    return entry != null
        && entry.state() instanceof NodeState.Succeeded succeeded
        && succeeded.tries().attempt() == result.attempt()
        && result.claimId().equals(succeeded.claimId());
  }

  private static boolean makesNothing(@Nullable Node node) {
    return node != null && (!node.action().affectsObject() || NodeOutcomes.canRepeatFreely(node));
  }

  /** Whether there may be an object now that no record knows. */
  private static boolean createsMaybe(
      Draft draft, Result result, @Nullable Node node, Address address) {
    String id = result.id();
    if (id == null || NodeId.role(result.node()) == Role.DELETE) {
      return false;
    }
    boolean known =
        draft.record(address).filter(record -> id.equals(record.id())).isPresent()
            || draft.record(address.deposed(id)).isPresent();
    return !known && (node == null || node.action() == Action.CREATE);
  }

  private static boolean movesWhatIsKnown(
      Draft draft, Result result, @Nullable Node node, Address address) {
    StateRecord live = draft.record(address).orElse(null);
    if (live == null) {
      return false;
    }
    boolean sameObject = result.id() != null && result.id().equals(live.id());
    boolean create = node != null && node.action() == Action.CREATE;
    boolean itsOwn = create || (node == null && result.run().equals(live.runId()));
    return !(sameObject && itsOwn) && Commits.refreshDue(draft, address);
  }

  private static TaskError error(Result result) {
    TaskError error = result.error();
    return error != null ? error : TaskError.of(CoreCode.NO_ERROR, "it failed without a reason");
  }

  private static String why(Result result) {
    TaskError error = result.error();
    return error == null ? "the worker does not know whether it happened" : error.message();
  }
}
