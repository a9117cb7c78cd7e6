package io.sluice.machine.decide;

import io.sluice.machine.fact.Decision;
import io.sluice.machine.fact.Decision.Fact;
import io.sluice.machine.fact.NodeNote;
import io.sluice.machine.fact.RunNote;
import io.sluice.machine.graph.NodeEntry;
import io.sluice.machine.graph.RunView;
import io.sluice.machine.graph.View;
import io.sluice.machine.node.NodeEvent;
import io.sluice.machine.rule.ClosedDoubts;
import io.sluice.machine.rule.NodeOutcomes;
import io.sluice.machine.rule.ObjectRecords;
import io.sluice.machine.run.Counter;
import io.sluice.machine.run.Run;
import io.sluice.machine.run.Stage;
import io.sluice.machine.stored.Change;
import io.sluice.machine.task.TaskFactory;
import io.sluice.machine.transition.Command;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.CoreCode;
import io.sluice.model.TaskError;
import io.sluice.model.json.Json;
import io.sluice.model.message.Control;
import io.sluice.model.message.Control.Standing;
import io.sluice.model.message.Order.Resolution;
import io.sluice.model.message.Order.Resolve;
import io.sluice.model.plan.Node;
import io.sluice.model.record.NodeSummary;
import io.sluice.model.record.RecordStatus;
import io.sluice.model.record.StateRecord;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A person settles what only a person can find out. */
public final class Resolutions {
  private Resolutions() {}

  public static Decision resolve(View view, Resolve resolve) {
    RunView run = view.run(resolve.run());
    NodeEntry entry = run == null ? null : run.run().planned(resolve.node());
    if (resolve.resolution() == Resolution.INTERRUPT) {
      return interrupt(view, run, entry, resolve);
    }
    RunNote certain = new RunNote.NotInDoubt(resolve.node(), run != null);
    if (run == null) {
      return new Fact.UnknownRunNoted(resolve.run(), certain);
    }
    if (entry == null || !entry.inDoubt()) {
      return new Fact.RunNoted(run, certain);
    }
    boolean nameless =
        resolve.resolution() == Resolution.ADOPT
            && entry.planned().action() == Action.CREATE
            && (resolve.id() == null || resolve.id().isBlank());
    if (nameless) {
      return new Fact.RunNoted(run, new RunNote.IdNeeded(entry.id));
    }
    boolean ended = run.now().ended();
    Decision resolved =
        switch (resolve.resolution()) {
          case ADOPT -> adopt(view, run, entry, resolve);
          case RETRY -> retry(view, run, entry, resolve);
          case ABANDON -> abandon(view, run, entry, resolve);
          case INTERRUPT -> throw new IllegalStateException("what is interrupted is not in doubt");
        };
    return ended
        ? resolved
            .and(new Fact.Kept(new Change.Node(run.run().id, resolve.node(), null)))
            .then(() -> ClosedDoubts.dropResolved(run.run()))
            .then(() -> forget(run, resolve.node()))
        : resolved.and(new Fact.RunTouched(run));
  }

  /** The worker ends the call, and reports what it knows then. */
  private static Decision interrupt(
      View view, @Nullable RunView run, @Nullable NodeEntry entry, Resolve resolve) {
    RunNote none = new RunNote.NothingToInterrupt(resolve.node());
    if (run == null) {
      return new Fact.UnknownRunNoted(resolve.run(), none);
    }
    if (entry == null || !entry.outstanding() || !entry.calling()) {
      return new Fact.RunNoted(run, none);
    }
    boolean paused = run.now().paused();
    Control order =
        new Control(
            run.run().id,
            view.workspace(),
            paused ? Standing.PAUSED : Standing.RUNNING,
            new Control.Call(entry.id, entry.state().tries().attempt()));
    Decision told =
        Decision.of(
            new Fact.Ordered(new Command.SetControl(order)),
            new Fact.NodeNoted(run, entry, new NodeNote.Interrupted(resolve.by())));
    // The order concerns one attempt, so no control record stays.
    return paused ? told : told.and(new Fact.Ordered(new Command.ClearControl(run.run().id)));
  }

  private static Decision forget(RunView run, String settled) {
    Run now = run.now();
    if (!(now.stage() instanceof Stage.Ended ended)) {
      return Decision.nothing();
    }
    List<NodeSummary> left =
        ended.end().failed().stream().filter(node -> !node.node().equals(settled)).toList();
    return new Fact.RunMoved(run, now, now.in(ended.with(left)));
  }

  /** The operation happened, and made this object. The next plan reads what is not known of it. */
  private static Decision adopt(View view, RunView run, NodeEntry entry, Resolve resolve) {
    Node node = entry.planned();
    String id = resolve.id();
    Decision adopted = clear(view, node, node.action() == Action.DELETE);
    if (node.action() == Action.CREATE && id != null) {
      adopted =
          adopted
              .then(() -> aside(view, node.address()))
              .then(() -> ObjectRecords.put(view, ObjectRecords.adopted(view, entry, id)))
              .and(new Fact.Counted(run, Counter.ADDED));
    }
    return adopted
        .then(() -> dropOrphans(view, node.address().live(), id))
        .and(settled(run, entry, new NodeEvent.Succeeded(null, Json.object())))
        .and(new Fact.NodeNoted(run, entry, new NodeNote.Adopted(id, resolve.by())));
  }

  private static Decision dropOrphans(View view, Address live, @Nullable String id) {
    Decision dropped = Decision.nothing();
    for (StateRecord marked : view.state().marked(live)) {
      if (id != null && id.equals(marked.id()) && marked.status() == RecordStatus.ORPHAN) {
        dropped = dropped.and(ObjectRecords.remove(view, marked.address()));
      }
    }
    return dropped;
  }

  private static Decision retry(View view, RunView run, NodeEntry entry, Resolve resolve) {
    String why = "to be repeated, by decision of " + resolve.by();
    NodeNote note = new NodeNote.Repeated(resolve.by(), run.now().ended());
    return clear(view, entry.planned(), false)
        .and(settled(run, entry, new NodeEvent.Renewed(why)))
        .and(new Fact.NodeNoted(run, entry, note));
  }

  private static Decision abandon(View view, RunView run, NodeEntry entry, Resolve resolve) {
    Decision abandoned =
        clear(view, entry.planned(), false)
            .and(new Fact.NodeNoted(run, entry, new NodeNote.Abandoned(resolve.by())));
    TaskError error = TaskError.of(CoreCode.ABANDONED, "abandoned by " + resolve.by());
    return run.now().ended()
        ? abandoned
        : abandoned.then(() -> NodeOutcomes.fail(view, run, entry, error));
  }

  /** The node of a run that has ended is taken away instead. */
  private static Decision settled(RunView run, NodeEntry entry, NodeEvent event) {
    return run.now().ended() ? Decision.nothing() : new Fact.NodeMoved(entry, event);
  }

  /** The token goes; the object of an update or delete stays in state, to be read first. */
  private static Decision clear(View view, Node node, boolean gone) {
    Decision cleared = Decision.nothing();
    for (Address at :
        List.of(TaskFactory.priorAddress(node), node.address(), node.address().createInDoubt())) {
      cleared = cleared.then(() -> clear(view, at, gone));
    }
    return cleared;
  }

  private static Decision clear(View view, Address at, boolean gone) {
    StateRecord known = view.record(at).orElse(null);
    if (known == null || known.status() != RecordStatus.IN_DOUBT) {
      return Decision.nothing();
    }
    if (gone || known.id() == null) {
      return ObjectRecords.remove(view, at);
    }
    RecordStatus was = at.isDeposed() ? RecordStatus.DEPOSED : RecordStatus.OK;
    StateRecord settled = known.with(was).withDoubt(null, null).withRefreshDue(true);
    return new Fact.ObjectChanged(known, ObjectRecords.written(view, settled));
  }

  private static Decision aside(View view, Address address) {
    StateRecord old = view.record(address).orElse(null);
    String id = old == null ? null : old.id();
    return old == null || id == null
        ? Decision.nothing()
        : ObjectRecords.put(view, ObjectRecords.deposed(view, old, id));
  }
}
