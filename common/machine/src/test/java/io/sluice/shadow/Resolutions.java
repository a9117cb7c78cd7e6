package io.sluice.shadow;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.machine.task.TaskFactory;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.CoreCode;
import io.sluice.model.TaskError;
import io.sluice.model.json.Json;
import io.sluice.model.message.EventKind;
import io.sluice.model.message.Order.Resolution;
import io.sluice.model.message.Order.Resolve;
import io.sluice.model.plan.Node;
import io.sluice.model.record.NodeStatus;
import io.sluice.model.record.RecordStatus;
import io.sluice.model.record.StateRecord;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** A person settles what nobody else can know. */
final class Resolutions {
  private Resolutions() {}

  static void resolve(Draft draft, Resolve resolve) {
    RunDraft run = draft.edit(resolve.run());
    NodeEntry entry = run == null ? null : run.run.entries.get(resolve.node());
    boolean inDoubt =
        entry != null
            && entry.node != null
            && entry.record != null
            && entry.record.status() == NodeStatus.IN_DOUBT;
    if (run == null || entry == null || !inDoubt) {
      String text = resolve.node() + " of run " + resolve.run() + " is not in doubt";
      if (run == null) {
        draft.tellUnknown(resolve.run(), EventKind.REFUSED, text);
      } else {
        draft.tell(run, EventKind.WARNING, text);
      }
      return;
    }
    boolean ended = run.ended();
    boolean nameless =
        resolve.resolution() == Resolution.ADOPT
            && entry.planned().action() == Action.CREATE
            && (resolve.id() == null || resolve.id().isBlank());
    if (nameless) {
      draft.tell(run, EventKind.WARNING, "Adopting " + entry.id + " needs its id");
      return;
    }
    switch (resolve.resolution()) {
      case ADOPT -> adopt(draft, run, entry, resolve);
      case RETRY -> retry(draft, run, entry, resolve);
      case ABANDON -> abandon(draft, run, entry, resolve);
    }
    if (ended) {
      draft.put(new Change.RemoveNode(run.run.id, resolve.node()));
      Sweeping.dropResolved(draft, run.run);
      run.failed = run.failed.stream().filter(node -> !node.node().equals(resolve.node())).toList();
    } else {
      Endings.settle(draft, run);
    }
  }

  /** It happened, and this is the object. What is not known of it is read with the next plan. */
  private static void adopt(Draft draft, RunDraft run, NodeEntry entry, Resolve resolve) {
    Node node = entry.planned();
    String id = resolve.id();
    clear(draft, node, node.action() == Action.DELETE);
    if (node.action() == Action.CREATE && id != null) {
      draft.record(node.address()).ifPresent(old -> aside(draft, old));
      draft.put(new Change.PutState(adopted(draft, entry, id)));
      run.added++;
    }
    for (StateRecord marked : draft.state.records().marked(node.address().live())) {
      if (id != null && id.equals(marked.id()) && marked.status() == RecordStatus.ORPHAN) {
        draft.put(new Change.RemoveState(marked.address()));
      }
    }
    if (!run.ended()) {
      draft.put(entry, Nodes.succeeded(entry.known(), null, Json.object()));
    }
    tell(draft, run, entry, "adopted" + (id == null ? "" : " as " + id) + " by " + resolve.by());
  }

  private static void retry(Draft draft, RunDraft run, NodeEntry entry, Resolve resolve) {
    clear(draft, entry.planned(), false);
    if (!run.ended()) {
      draft.put(
          entry, Nodes.renewed(entry.known(), "to be repeated, by decision of " + resolve.by()));
    }
    tell(
        draft,
        run,
        entry,
        resolve.by()
            + (run.ended() ? " reopened it: the next apply repeats it" : " had it repeated"));
  }

  private static void abandon(Draft draft, RunDraft run, NodeEntry entry, Resolve resolve) {
    clear(draft, entry.planned(), false);
    tell(draft, run, entry, "abandoned by " + resolve.by());
    if (!run.ended()) {
      String text = "abandoned by " + resolve.by();
      Failures.fail(draft, run, entry, TaskError.of(CoreCode.ABANDONED, text));
    }
  }

  /** The token goes; the object of an update or delete stays in state, to be read first. */
  private static void clear(Draft draft, Node node, boolean gone) {
    for (Address at :
        List.of(TaskFactory.priorAddress(node), node.address(), node.address().createInDoubt())) {
      Optional<StateRecord> record =
          draft.record(at).filter(known -> known.status() == RecordStatus.IN_DOUBT);
      if (record.isPresent()) {
        StateRecord known = record.get();
        if (gone || known.id() == null) {
          draft.put(new Change.RemoveState(at));
        } else {
          RecordStatus was = at.isDeposed() ? RecordStatus.DEPOSED : RecordStatus.OK;
          draft.put(
              new Change.PutState(Commits.rewritten(draft, known, at, was, null, null, true)));
        }
      }
    }
  }

  private static void aside(Draft draft, StateRecord old) {
    String id = old.id();
    if (id != null) {
      Address aside = old.address().deposed(id);
      draft.put(
          new Change.PutState(
              Commits.rewritten(draft, old, aside, RecordStatus.DEPOSED, null, null, false)));
    }
  }

  private static StateRecord adopted(Draft draft, NodeEntry entry, String id) {
    Node node = entry.planned();
    ObjectNode attributes = Json.object().put("id", id);
    return new StateRecord(
        draft.state.workspace(),
        node.address(),
        node.type(),
        node.provider(),
        node.schemaVersion(),
        id,
        attributes,
        node.config(),
        node.sensitivePaths(),
        node.dependencies(),
        node.createBeforeDestroy(),
        RecordStatus.OK,
        null,
        null,
        null,
        draft.moment.offset(),
        draft.moment.epoch(),
        entry.run.id,
        draft.moment.now(),
        true,
        null);
  }

  private static void tell(Draft draft, RunDraft run, NodeEntry entry, String text) {
    String address = Objects.requireNonNull(entry.node).address().text();
    draft.emit(run, EventKind.RUN_CHANGED, entry, null, address + ": " + text, null);
  }
}
