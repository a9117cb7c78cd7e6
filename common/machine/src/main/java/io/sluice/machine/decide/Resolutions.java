package io.sluice.machine.decide;

import io.sluice.machine.graph.Draft;
import io.sluice.machine.graph.NodeEntry;
import io.sluice.machine.graph.RunEdit;
import io.sluice.machine.node.NodeEvent;
import io.sluice.machine.rule.ClosedDoubts;
import io.sluice.machine.rule.NodeOutcomes;
import io.sluice.machine.rule.ObjectRecords;
import io.sluice.machine.run.Counter;
import io.sluice.machine.run.Stage;
import io.sluice.machine.stored.Change;
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
import io.sluice.model.record.NodeSummary;
import io.sluice.model.record.RecordStatus;
import io.sluice.model.record.StateRecord;
import java.util.List;
import java.util.Optional;

/** A person settles what only a person can find out. */
public final class Resolutions {
  private Resolutions() {}

  public static void resolve(Draft draft, Resolve resolve) {
    RunEdit run = draft.edit(resolve.run());
    NodeEntry entry = run == null ? null : run.run.planned(resolve.node());
    if (run == null || entry == null || !entry.inDoubt()) {
      String text = resolve.node() + " of run " + resolve.run() + " is not in doubt";
      if (run == null) {
        draft.tellUnknown(resolve.run(), EventKind.REFUSED, text);
      } else {
        draft.tell(run, EventKind.WARNING, text);
      }
      return;
    }
    boolean ended = run.now().ended();
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
      draft.put(new Change.Node(run.run.id, resolve.node(), null));
      ClosedDoubts.dropResolved(draft, run.run);
      forget(run, resolve.node());
    } else {
      draft.touch(run);
    }
  }

  private static void forget(RunEdit run, String settled) {
    if (run.now().stage() instanceof Stage.Ended ended) {
      List<NodeSummary> failed = ended.end().failed();
      run.to(ended.with(failed.stream().filter(node -> !node.node().equals(settled)).toList()));
    }
  }

  /** It happened, and this is the object. What is not known of it is read with the next plan. */
  private static void adopt(Draft draft, RunEdit run, NodeEntry entry, Resolve resolve) {
    Node node = entry.planned();
    String id = resolve.id();
    clear(draft, node, node.action() == Action.DELETE);
    if (node.action() == Action.CREATE && id != null) {
      draft.record(node.address()).ifPresent(old -> aside(draft, old));
      draft.put(ObjectRecords.adopted(draft, entry, id));
      run.count(Counter.ADDED);
    }
    for (StateRecord marked : draft.state.records().marked(node.address().live())) {
      if (id != null && id.equals(marked.id()) && marked.status() == RecordStatus.ORPHAN) {
        draft.remove(marked.address());
      }
    }
    if (!run.now().ended()) {
      draft.move(entry, new NodeEvent.Succeeded(null, Json.object()));
    }
    tell(draft, run, entry, "adopted" + (id == null ? "" : " as " + id) + " by " + resolve.by());
  }

  private static void retry(Draft draft, RunEdit run, NodeEntry entry, Resolve resolve) {
    clear(draft, entry.planned(), false);
    if (!run.now().ended()) {
      draft.move(entry, new NodeEvent.Renewed("to be repeated, by decision of " + resolve.by()));
    }
    tell(
        draft,
        run,
        entry,
        resolve.by()
            + (run.now().ended() ? " reopened it: the next apply repeats it" : " had it repeated"));
  }

  private static void abandon(Draft draft, RunEdit run, NodeEntry entry, Resolve resolve) {
    clear(draft, entry.planned(), false);
    tell(draft, run, entry, "abandoned by " + resolve.by());
    if (!run.now().ended()) {
      String text = "abandoned by " + resolve.by();
      NodeOutcomes.fail(draft, run, entry, TaskError.of(CoreCode.ABANDONED, text));
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
          draft.remove(at);
        } else {
          RecordStatus was = at.isDeposed() ? RecordStatus.DEPOSED : RecordStatus.OK;
          StateRecord settled = known.with(was).withDoubt(null, null).withRefreshDue(true);
          draft.put(known, ObjectRecords.written(draft, settled));
        }
      }
    }
  }

  private static void aside(Draft draft, StateRecord old) {
    String id = old.id();
    if (id != null) {
      draft.put(ObjectRecords.deposed(draft, old, id));
    }
  }

  private static void tell(Draft draft, RunEdit run, NodeEntry entry, String text) {
    String about = entry.planned().address() + ": " + text;
    draft.emit(run, EventKind.RUN_CHANGED, entry, null, about, null);
  }
}
