package io.sluice.machine.rule;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.machine.fact.Decision;
import io.sluice.machine.fact.Decision.Fact;
import io.sluice.machine.fact.Finding;
import io.sluice.machine.fact.NodeNote;
import io.sluice.machine.graph.NodeEntry;
import io.sluice.machine.graph.RunView;
import io.sluice.machine.graph.View;
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
import org.jspecify.annotations.Nullable;

/** What the end of an operation means for the records of state. */
public final class Commits {
  private Commits() {}

  /** The one commit of a node. */
  public static Decision success(View view, RunView run, NodeEntry entry, Result result) {
    Node node = entry.planned();
    if (node.action() == Action.PLAN) {
      return new Fact.NodeMoved(
          entry, new NodeEvent.Succeeded(result.claimId(), ObjectRecords.attributes(result)));
    }
    if (node.action() == Action.IMPORT && run.now().kind() == RunKind.DRIFT) {
      return Decision.of(
          new Fact.NodeMoved(entry, new NodeEvent.Succeeded(result.claimId(), null)),
          new Fact.NodeNoted(run, entry, new NodeNote.Seen(result)));
    }
    JsonNode outputs = node.action() == Action.STEP ? ObjectRecords.attributes(result) : null;
    Finding finding = node.action() == Action.READ ? finding(view, node, result) : null;
    boolean left = node.action() == Action.DELETE && existed(view, node);
    Decision object =
        switch (node.action()) {
          case CREATE, IMPORT ->
              writeObject(view, entry, result, RecordStatus.OK)
                  .and(
                      count(
                          run, node.action() == Action.CREATE ? Counter.ADDED : Counter.IMPORTED));
          case UPDATE -> update(view, run, entry, result);
          case READ -> read(view, run, entry, finding, result);
          case DELETE ->
              ObjectRecords.remove(view, TaskFactory.priorAddress(node))
                  .and(count(run, left ? Counter.LEFT : Counter.DESTROYED));
          case STEP -> Decision.nothing();
          case NOOP, EXPAND, FORGET, REPLACE, PLAN ->
              throw new IllegalStateException(node.action() + " has no result");
        };
    NodeState was = entry.state();
    boolean attempted = was.tries().attempt() > 1 || was.mayHaveHappened();
    return object
        .then(
            () ->
                node.action() == Action.READ
                    ? settleWhatWasRead(view, run, node)
                    : settleDoubt(view, entry, result.id(), attempted))
        .and(
            new Fact.NodeMoved(entry, new NodeEvent.Succeeded(result.claimId(), outputs)),
            new Fact.NodeNoted(run, entry, note(run, left, finding, result)));
  }

  private static boolean existed(View view, Node node) {
    return view.record(TaskFactory.priorAddress(node)).map(StateRecord::existed).orElse(false);
  }

  private static Fact count(RunView run, Counter counter) {
    return new Fact.Counted(run, counter);
  }

  private static NodeNote note(
      RunView run, boolean left, @Nullable Finding finding, Result result) {
    if (left) {
      return new NodeNote.Left(result);
    }
    return finding == null
        ? new NodeNote.Succeeded(result)
        : new NodeNote.Read(finding, result, run.now().kind() == RunKind.DRIFT);
  }

  /**
   * Records an object that exists but is not as desired. What a failed creation left is replaced by
   * the next plan; after a failed change, the object is what the real provider says is left of it.
   */
  public static Decision tainted(View view, NodeEntry entry, Result result) {
    Node node = entry.planned();
    if (node.action() == Action.CREATE) {
      return writeObject(view, entry, result, RecordStatus.TAINTED)
          .then(() -> settleDoubt(view, entry, result.id(), true));
    }
    if (node.plugin() == null) {
      return refreshDue(view, node.address());
    }
    StateRecord known = view.record(TaskFactory.priorAddress(node)).orElse(null);
    if (known == null) {
      return Decision.nothing();
    }
    boolean settles = known.status() == RecordStatus.IN_DOUBT;
    return new Fact.ObjectChanged(
            known, ObjectRecords.refreshed(view, known, node, result, settles, known.drifted()))
        .then(() -> settleDoubt(view, entry, result.id(), true));
  }

  public static Decision forget(View view, RunView run, NodeEntry entry) {
    return ObjectRecords.remove(view, TaskFactory.priorAddress(entry.planned()))
        .and(
            new Fact.NodeMoved(entry, new NodeEvent.Succeeded(null, null)),
            new Fact.NodeNoted(run, entry, new NodeNote.Forgotten()));
  }

  /** Leaves the token where a later plan finds it; what was known of the object stays. */
  static Decision doubt(View view, NodeEntry entry, Instant recoverAfter) {
    Node node = entry.planned();
    return switch (node.action().effect()) {
      case MAKES -> {
        StateRecord live = view.record(node.address()).orElse(null);
        boolean other = live != null && !Attempt.leftByCreate(live);
        Address at = other ? node.address().createInDoubt() : node.address();
        yield ObjectRecords.put(view, ObjectRecords.inDoubt(view, entry, at, recoverAfter));
      }
      case CHANGES, REMOVES ->
          view.record(TaskFactory.priorAddress(node))
              .map(
                  known ->
                      known
                          .with(RecordStatus.IN_DOUBT)
                          .withDoubt(entry.state().operation().token(), recoverAfter)
                          .withRefreshDue(true))
              .map(known -> ObjectRecords.put(view, ObjectRecords.written(view, known)))
              .orElse(Decision.nothing());
      case NONE, UNRECORDED -> Decision.nothing();
    };
  }

  /**
   * Notes that something happened to the object that its record does not show; nothing if that is
   * noted already.
   */
  public static Decision refreshDue(View view, Address address) {
    StateRecord known = view.record(address).orElse(null);
    return known == null || known.refreshDue()
        ? Decision.nothing()
        : new Fact.ObjectChanged(known, ObjectRecords.written(view, known.withRefreshDue(true)));
  }

  /** A success that no node waits for: the object is there, so it is in state. */
  public static Decision orphan(View view, Result result, Address address, @Nullable Node node) {
    Address at = address.orphan(result.claimId());
    return view.record(at).isPresent()
        ? Decision.nothing()
        : ObjectRecords.put(view, ObjectRecords.orphan(view, result, at, node));
  }

  /**
   * Clears what an earlier attempt left in doubt, and orphans that turn out to be this very object.
   */
  static Decision settleDoubt(
      View view, NodeEntry entry, @Nullable String id, boolean attemptedBefore) {
    Node node = entry.planned();
    Address live = node.address().live();
    Decision cleared = Decision.nothing();
    if (attemptedBefore || node.createBeforeDestroy()) {
      Address beside = live.createInDoubt();
      for (StateRecord marked : view.state().marked(live)) {
        boolean same =
            marked.status() == RecordStatus.ORPHAN && id != null && id.equals(marked.id());
        if (same || marked.address().equals(beside)) {
          cleared = cleared.and(ObjectRecords.remove(view, marked.address()));
        }
      }
    }
    NodeEntry unresolved = view.state().indexes().doubts().get(TaskFactory.priorAddress(node));
    // Its own doubt ends with its success.
    if (unresolved == null || unresolved.equals(entry)) {
      return cleared;
    }
    return cleared.then(
        () -> {
          boolean beside = view.record(live.createInDoubt()).isPresent();
          return !beside || unresolved.planned().action() != Action.CREATE
              ? ClosedDoubts.close(view, unresolved)
              : Decision.nothing();
        });
  }

  /**
   * An object's condition shows what became of its update or deletion, but nothing about a create
   * that was to replace it.
   */
  private static Decision settleWhatWasRead(View view, RunView run, Node node) {
    NodeEntry unresolved = view.state().indexes().doubts().get(TaskFactory.priorAddress(node));
    return unresolved != null
            && unresolved.planned().action() != Action.CREATE
            && run.now().kind() != RunKind.DRIFT
        ? ClosedDoubts.close(view, unresolved)
        : Decision.nothing();
  }

  /**
   * Writes the object at its address; what a replace leaves behind is moved aside in the same step.
   * A replace that creates first leaves an object behind even under the same id, for what a
   * provider calls by an id need not be one object: a file's is the hash of its content.
   */
  static Decision writeObject(View view, NodeEntry entry, Result result, RecordStatus status) {
    Node node = entry.planned();
    StateRecord old = view.record(node.address()).orElse(null);
    String oldId = old == null ? null : old.id();
    boolean createsFirst = node.createBeforeDestroy() && node.pairedWith() != null;
    boolean other = oldId != null && (createsFirst || !oldId.equals(result.id()));
    Decision aside =
        old != null && oldId != null && other && node.action() == Action.CREATE
            ? ObjectRecords.put(view, ObjectRecords.deposed(view, old, oldId))
            : Decision.nothing();
    return aside.and(
        new Fact.ObjectChanged(old, ObjectRecords.made(view, entry, old, result, status)));
  }

  private static Decision update(View view, RunView run, NodeEntry entry, Result result) {
    StateRecord old = view.record(entry.planned().address()).orElse(null);
    StateRecord made = ObjectRecords.made(view, entry, old, result, RecordStatus.OK);
    boolean same =
        result.unchanged()
            || (old != null
                && old.status() == RecordStatus.OK
                && Json.same(old.attributes(), made.attributes())
                && Json.same(old.desired(), made.desired()));
    return Decision.of(
        count(run, same ? Counter.UNCHANGED : Counter.CHANGED), new Fact.ObjectChanged(old, made));
  }

  /** Null for a data source, which is not compared. */
  private static @Nullable Finding finding(View view, Node node, Result result) {
    return node.prior() == null
        ? null
        : view.record(TaskFactory.priorAddress(node))
            .map(known -> Reads.finding(known, result))
            .orElse(null);
  }

  /**
   * A data source is kept; of a resource that was only read, what changed outside is taken over.
   */
  private static Decision read(
      View view, RunView run, NodeEntry entry, @Nullable Finding finding, Result result) {
    Node node = entry.planned();
    if (node.prior() == null) {
      return writeObject(view, entry, result, RecordStatus.OK);
    }
    StateRecord known = view.record(TaskFactory.priorAddress(node)).orElse(null);
    return known == null || finding == null
        ? Decision.nothing()
        : Reads.take(view, run, known, node, finding, result);
  }
}
