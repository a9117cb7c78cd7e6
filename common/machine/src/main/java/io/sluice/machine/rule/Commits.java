package io.sluice.machine.rule;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.machine.graph.Draft;
import io.sluice.machine.graph.NodeEntry;
import io.sluice.machine.graph.RunEdit;
import io.sluice.machine.narrate.Events;
import io.sluice.machine.narrate.Finding;
import io.sluice.machine.node.NodeEvent;
import io.sluice.machine.node.NodeState;
import io.sluice.machine.run.Counter;
import io.sluice.machine.task.Attempt;
import io.sluice.machine.task.TaskFactory;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.json.Json;
import io.sluice.model.message.InboxMessage.Result;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.RunKind;
import io.sluice.model.record.RecordStatus;
import io.sluice.model.record.StateRecord;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the end of an operation means for the records of state. */
public final class Commits {
  private Commits() {}

  /** The one commit of a node. */
  public static void success(Draft draft, RunEdit run, NodeEntry entry, Result result) {
    Node node = entry.planned();
    NodeState was = entry.state();
    JsonNode outputs = null;
    Finding finding = null;
    boolean left = false;
    switch (node.action()) {
      case CREATE, IMPORT -> {
        writeObject(draft, entry, result, RecordStatus.OK);
        run.count(node.action() == Action.CREATE ? Counter.ADDED : Counter.CHANGED);
      }
      case UPDATE -> update(draft, run, entry, result);
      case READ -> finding = read(draft, run, entry, result);
      case DELETE -> {
        Address at = TaskFactory.priorAddress(node);
        left = draft.record(at).map(StateRecord::existed).orElse(false);
        draft.remove(at);
        run.count(left ? Counter.LEFT : Counter.DESTROYED);
      }
      case STEP -> outputs = ObjectRecords.attributes(result);
      case NOOP, EXPAND, FORGET, REPLACE ->
          throw new IllegalStateException(node.action() + " has no result");
    }
    if (node.action() == Action.READ) {
      settleWhatWasRead(draft, run, node);
    } else {
      settleDoubt(draft, entry, result.id(), was.tries().attempt() > 1 || was.mayHaveHappened());
    }
    draft.move(entry, new NodeEvent.Succeeded(result.claimId(), outputs));
    if (left) {
      Events.left(draft, run, entry, result);
    } else if (finding == null) {
      Events.succeeded(draft, run, entry, result);
    } else {
      Events.read(draft, run, entry, finding, result);
    }
  }

  /** An object that exists but is not as it should be: replaced next time. */
  public static void tainted(Draft draft, NodeEntry entry, Result result) {
    if (entry.planned().action() == Action.CREATE) {
      writeObject(draft, entry, result, RecordStatus.TAINTED);
      settleDoubt(draft, entry, result.id(), true);
    } else {
      refreshDue(draft, entry.planned().address());
    }
  }

  public static void forget(Draft draft, RunEdit run, NodeEntry entry) {
    draft.remove(TaskFactory.priorAddress(entry.planned()));
    draft.move(entry, new NodeEvent.Succeeded(null, null));
    Events.succeeded(draft, run, entry);
  }

  /** Leaves the token where a later plan finds it; what was known of the object stays. */
  static void doubt(Draft draft, NodeEntry entry, Instant recoverAfter) {
    Node node = entry.planned();
    Optional<StateRecord> there = draft.record(TaskFactory.priorAddress(node));
    switch (node.action().effect()) {
      case MAKES -> {
        Optional<StateRecord> live = draft.record(node.address());
        boolean other = live.isPresent() && !Attempt.leftByCreate(live.get());
        Address at = other ? node.address().createInDoubt() : node.address();
        draft.put(ObjectRecords.inDoubt(draft, entry, at, recoverAfter));
      }
      case CHANGES, REMOVES ->
          there.ifPresent(
              known ->
                  draft.put(
                      ObjectRecords.written(
                          draft,
                          known
                              .with(RecordStatus.IN_DOUBT)
                              .withDoubt(entry.state().operation().token(), recoverAfter)
                              .withRefreshDue(true))));
      case NONE, UNRECORDED -> {}
    }
  }

  /** Something happened to the object that its record does not show. */
  public static boolean refreshDue(Draft draft, Address address) {
    StateRecord known = draft.record(address).orElse(null);
    if (known == null || known.refreshDue()) {
      return false;
    }
    draft.put(known, ObjectRecords.written(draft, known.withRefreshDue(true)));
    return true;
  }

  /** A success that no node waits for: the object is there, so it is in state. */
  public static boolean orphan(Draft draft, Result result, Address address, @Nullable Node node) {
    Address at = address.orphan(result.claimId());
    if (draft.record(at).isPresent()) {
      return false;
    }
    draft.put(ObjectRecords.orphan(draft, result, at, node));
    return true;
  }

  /**
   * Clears what an earlier attempt left in doubt, and orphans that turn out to be this very object.
   */
  static void settleDoubt(
      Draft draft, NodeEntry entry, @Nullable String id, boolean attemptedBefore) {
    Node node = entry.planned();
    Address live = node.address().live();
    if (attemptedBefore || node.createBeforeDestroy()) {
      Address beside = live.createInDoubt();
      for (StateRecord marked : draft.state.records().marked(live)) {
        boolean same =
            marked.status() == RecordStatus.ORPHAN && id != null && id.equals(marked.id());
        if (same || marked.address().equals(beside)) {
          draft.remove(marked.address());
        }
      }
    }
    NodeEntry unresolved = draft.state.indexes().doubts().get(TaskFactory.priorAddress(node));
    // Its own doubt ends with its success.
    if (unresolved == null || unresolved.equals(entry)) {
      return;
    }
    boolean beside = draft.record(live.createInDoubt()).isPresent();
    if (!beside || unresolved.planned().action() != Action.CREATE) {
      ClosedDoubts.close(draft, unresolved);
    }
  }

  /**
   * An object's condition shows what became of its update or deletion, but nothing about a create
   * that was to replace it.
   */
  private static void settleWhatWasRead(Draft draft, RunEdit run, Node node) {
    NodeEntry unresolved = draft.state.indexes().doubts().get(TaskFactory.priorAddress(node));
    if (unresolved != null
        && unresolved.planned().action() != Action.CREATE
        && run.now().kind() != RunKind.DRIFT) {
      ClosedDoubts.close(draft, unresolved);
    }
  }

  /**
   * Writes the object at its address; what a replace leaves behind is moved aside in the same step.
   * A replace that creates first leaves an object behind even under the same id, for what a
   * provider calls by an id need not be one object: a file's is the hash of its content.
   */
  static void writeObject(Draft draft, NodeEntry entry, Result result, RecordStatus status) {
    Node node = entry.planned();
    StateRecord old = draft.record(node.address()).orElse(null);
    String oldId = old == null ? null : old.id();
    boolean createsFirst = node.createBeforeDestroy() && node.pairedWith() != null;
    boolean other = oldId != null && (createsFirst || !oldId.equals(result.id()));
    if (old != null && oldId != null && other && node.action() == Action.CREATE) {
      draft.put(ObjectRecords.deposed(draft, old, oldId));
    }
    draft.put(old, ObjectRecords.made(draft, entry, old, result, status));
  }

  private static void update(Draft draft, RunEdit run, NodeEntry entry, Result result) {
    StateRecord old = draft.record(entry.planned().address()).orElse(null);
    StateRecord made = ObjectRecords.made(draft, entry, old, result, RecordStatus.OK);
    boolean same =
        result.unchanged()
            || (old != null
                && old.status() == RecordStatus.OK
                && Json.same(old.attributes(), made.attributes())
                && Json.same(old.desired(), made.desired()));
    run.count(same ? Counter.UNCHANGED : Counter.CHANGED);
    draft.put(old, made);
  }

  /**
   * A data source is kept; of a resource that was only read, what changed outside is taken over.
   */
  private static @Nullable Finding read(Draft draft, RunEdit run, NodeEntry entry, Result result) {
    Node node = entry.planned();
    if (node.prior() == null) {
      StateRecord old = draft.record(node.address()).orElse(null);
      draft.put(old, ObjectRecords.made(draft, entry, old, result, RecordStatus.OK));
      return null;
    }
    return draft
        .record(TaskFactory.priorAddress(node))
        .map(known -> Reads.take(draft, run, known, result))
        .orElse(null);
  }
}
