package io.sluice.shadow;

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
import io.sluice.model.record.NodeRecord;
import io.sluice.model.record.NodeStatus;
import io.sluice.model.record.RunPhase;
import io.sluice.model.record.RunRecord.ClaimScope;
import io.sluice.model.record.StateRecord;
import org.jspecify.annotations.Nullable;

/** What workers report. A success is never ignored. */
final class Results {
  private Results() {}

  static void result(Draft draft, Result result) {
    RunDraft run = draft.edit(result.run());
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
      run.recovered++;
    }
    switch (result.outcome()) {
      case OK -> Commits.success(draft, run, entry, result);
      case FAILED -> failed(draft, run, entry, result);
      case IN_DOUBT -> Doubts.raise(draft, run, entry, why(result));
    }
    Endings.settle(draft, run);
  }

  /** The node that waits for just this result: attempt and claim are the ones that are out. */
  private static @Nullable NodeEntry awaited(@Nullable RunDraft run, Result result) {
    NodeEntry entry = run == null ? null : run.run.entries.get(result.node());
    if (run == null || entry == null || entry.node == null || !run.run.built() || !entry.sent()) {
      return null;
    }
    NodeRecord record = entry.known();
    if (record.attempt() != result.attempt()) {
      return null;
    }
    String holder = record.claimId();
    boolean ok = result.outcome() == Outcome.OK;
    if (entry.outstanding()) {
      boolean held = holder == null || holder.equals(result.claimId());
      return held || (ok && accepted(entry.node)) ? entry : null;
    }
    // Its worker was taken for lost, but it is the very attempt that is in doubt: now it is known.
    boolean settles = entry.standing == NodeStatus.IN_DOUBT && ok;
    return settles && (result.claimId().equals(holder) || accepted(entry.node)) ? entry : null;
  }

  /** Whoever called has had the task's acceptance, so nobody else has called in this attempt. */
  private static boolean accepted(Node node) {
    return node.repeat() == RepeatClass.SEARCH || node.repeat() == RepeatClass.NONE;
  }

  private static void failed(Draft draft, RunDraft run, NodeEntry entry, Result result) {
    TaskError error = error(result);
    if (result.id() != null) {
      Commits.tainted(draft, entry, result);
      Failures.fail(draft, run, entry, error);
      return;
    }
    switch (error.errorClass()) {
      case TRANSIENT, THROTTLED -> Failures.retry(draft, run, entry, error);
      case IN_DOUBT -> Doubts.raise(draft, run, entry, why(result));
      case USER, PERMANENT, FENCED, FATAL -> Failures.failFor(draft, run, entry, error);
    }
  }

  /** Of another claim, of a superseded attempt, of an ended run, or the committed one again. */
  private static void late(Draft draft, @Nullable RunDraft run, Result result) {
    NodeEntry entry = run == null ? null : run.run.entries.get(result.node());
    Node node = entry == null ? null : entry.node;
    boolean read = NodeId.role(result.node()) == Role.READ;
    if (!result.mayHaveMade() || read || isCommitted(entry, result) || makesNothing(node)) {
      duplicate(run);
      return;
    }
    Address address = node == null ? addressOf(result.node()) : node.address();
    boolean told =
        createsMaybe(draft, result, node, address)
            ? Commits.orphan(draft, result, address, node)
            : movesWhatIsKnown(draft, result, node, address);
    if (!told) {
      duplicate(run);
      return;
    }
    moved(draft, address);
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
      run.orphans++;
      draft.emit(run, EventKind.ORPHAN_FOUND, entry, result.worker(), text, null);
    }
  }

  /**
   * Two workers can have had one attempt, and the one that gave it back was heard first: the next
   * attempt, or whoever stops the run, has to know that something may have been done.
   */
  private static void doubted(Draft draft, RunDraft run, Result result) {
    NodeEntry entry = run.run.built() ? run.run.entries.get(result.node()) : null;
    boolean goesOn =
        entry != null
            && entry.node != null
            && entry.sent()
            && !Doubts.harmless(entry.planned())
            && entry.known().attempt() >= result.attempt()
            && !entry.known().recovering()
            && (entry.outstanding()
                || entry.standing == NodeStatus.WAITING
                || entry.standing == NodeStatus.READY);
    if (entry != null && goesOn) {
      draft.put(entry, Nodes.doubted(entry.known()));
    }
  }

  private static void duplicate(@Nullable RunDraft run) {
    if (run != null) {
      run.duplicates++;
    }
  }

  private static boolean isCommitted(@Nullable NodeEntry entry, Result result) {
    NodeRecord record = entry == null ? null : entry.record;
    return record != null
        && record.status() == NodeStatus.SUCCEEDED
        && record.attempt() == result.attempt()
        && result.claimId().equals(record.claimId());
  }

  private static boolean makesNothing(@Nullable Node node) {
    return node != null && (!node.action().affectsObject() || Doubts.harmless(node));
  }

  /** Whether there may be an object now that no record knows. */
  private static boolean createsMaybe(
      Draft draft, Result result, @Nullable Node node, Address address) {
    String id = result.id();
    if (id == null || deletes(result.node())) {
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

  /** A plan that is being made there rests on what was before. */
  static void moved(Draft draft, Address address) {
    for (RunState other : draft.state.activeRuns()) {
      RunDraft run = draft.edit(other);
      boolean planning = run.phase == RunPhase.PLANNING && run.claim != null;
      if (planning && (run.claim == ClaimScope.WHOLE || other.held().touches(address.live()))) {
        run.movedAt = draft.moment.offset();
      }
    }
  }

  /** Whether it is the half of a replace that makes nothing, by the name of the node alone. */
  static boolean deletes(String node) {
    return NodeId.role(node) == Role.DELETE;
  }

  /** By the name of the node alone. */
  static Address addressOf(String node) {
    return NodeId.parse(node).address();
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
