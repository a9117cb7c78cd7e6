package io.sluice.machine.graph;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.machine.graph.WorkspaceState.Followed;
import io.sluice.machine.node.NodeCodec;
import io.sluice.machine.node.NodeEvent;
import io.sluice.machine.node.NodeState;
import io.sluice.machine.run.Run;
import io.sluice.machine.run.RunCodec;
import io.sluice.machine.stored.Change;
import io.sluice.machine.task.Lookup;
import io.sluice.machine.task.MachineSettings;
import io.sluice.machine.task.TaskFactory;
import io.sluice.machine.transition.Command;
import io.sluice.machine.transition.Moment;
import io.sluice.machine.transition.Transition;
import io.sluice.model.Address;
import io.sluice.model.message.Event;
import io.sluice.model.message.EventKind;
import io.sluice.model.record.RunRecord;
import io.sluice.model.record.StateRecord;
import io.sluice.model.record.WorkspaceRecord;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A transition in the making. Every change is folded at once, so that a decision reads what the one
 * before it has written, and can be taken back by folding what was there.
 */
public final class Draft {
  public final WorkspaceState state;
  public final MachineSettings settings;
  public final TaskFactory tasks;
  public final Moment moment;

  /** Whether anything may be sent, granted or asked for. */
  public final boolean follows;

  /** How much was done that needs no worker. */
  public int doneLocally;

  /** Whether records that nothing needs any more are taken away. */
  public boolean tidies;

  private final List<RunEdit> touched = new ArrayList<>(2);
  private int followed;
  private int holdsChanged;
  private final List<Change> changes = new ArrayList<>();
  private final List<Command> commands = new ArrayList<>();
  private final Undo undo = new Undo();
  private final List<RunEdit> runs = new ArrayList<>(2);

  public Draft(
      WorkspaceState state,
      MachineSettings settings,
      TaskFactory tasks,
      Moment moment,
      boolean follows) {
    this.state = state;
    this.settings = settings;
    this.tasks = tasks;
    this.moment = moment;
    this.follows = follows;
  }

  public void put(Change change) {
    Change before = state.standing(change);
    undo.note(() -> state.fold(before));
    state.fold(change);
    changes.add(change);
  }

  public void move(NodeEntry entry, NodeEvent event) {
    String run = entry.run.id;
    String node = entry.id;
    NodeState before = entry.state;
    NodeState next = before.next(event);
    undo.note(() -> state.putNode(run, node, before));
    state.putNode(run, node, next);
    changes.add(new Change.Node(run, node, NodeCodec.encode(next)));
  }

  public void send(Command command) {
    commands.add(command);
  }

  public Optional<StateRecord> record(Address address) {
    return state.records().find(address);
  }

  /** The run's record for reading and changing; null if there is no such run. */
  public @Nullable RunEdit edit(String run) {
    RunState known = state.runState(run);
    return known == null ? null : edit(known);
  }

  public RunEdit edit(RunState run) {
    RunEdit known = run.edit;
    if (known != null) {
      return known;
    }
    RunEdit draft = new RunEdit(run);
    run.edit = draft;
    runs.add(draft);
    return draft;
  }

  public RunEdit create(Run run) {
    put(new Change.Run(RunCodec.encode(run)));
    RunState created = state.runState(run.id());
    if (created == null) {
      throw new IllegalStateException("the run was not kept");
    }
    return edit(created);
  }

  public void followed(Followed now) {
    Followed before = state.followed();
    if (before != now) {
      undo.note(() -> state.followed(before));
      state.followed(now);
    }
  }

  /** What becomes of the run is decided when the input is. */
  public void touch(RunEdit run) {
    touched.add(run);
  }

  public @Nullable RunEdit nextTouched() {
    return followed < touched.size() ? touched.get(followed++) : null;
  }

  /** Something is held no longer, or wanted now: others may go, or have to wait. */
  public void holdsChanged() {
    holdsChanged++;
  }

  /** Whether there is a change of holds that nobody was granted anything for. */
  public boolean takeHoldsChanged() {
    boolean changed = holdsChanged > 0;
    holdsChanged -= changed ? 1 : 0;
    return changed;
  }

  /** Writes the run's record now, because its graph has to be built or dropped. */
  public void flush(RunEdit edit) {
    Run before = edit.run.written();
    Run next = edit.stored();
    if (next.equals(before)) {
      return;
    }
    RunRecord was = edit.run.record();
    RunRecord record = RunCodec.encode(next);
    undo.note(() -> state.put(before, was));
    state.put(next, record);
    changes.add(new Change.Run(record));
  }

  public void emit(
      RunEdit draft,
      EventKind kind,
      @Nullable NodeEntry entry,
      @Nullable String worker,
      String text,
      @Nullable JsonNode data) {
    long number = draft.nextEvent();
    Integer attempt = entry == null || !entry.stored() ? null : entry.state.tries().attempt();
    send(
        new Command.Emit(
            new Event(
                draft.run.id,
                state.workspace(),
                number,
                kind,
                entry == null ? null : entry.id,
                attempt,
                worker,
                text,
                data,
                moment.now())));
  }

  public void tell(RunEdit draft, EventKind kind, String text) {
    emit(draft, kind, null, null, text, null);
  }

  /** About a run that is not known. */
  public void tellUnknown(String run, EventKind kind, String text) {
    send(
        new Command.Emit(
            new Event(
                run, state.workspace(), 0, kind, null, null, null, text, null, moment.now())));
  }

  public Lookup lookup(RunState run) {
    Lookup lookup = run.lookup;
    if (lookup == null) {
      lookup = new RunLookup(state.records(), run);
      run.lookup = lookup;
    }
    return lookup;
  }

  public Transition close() {
    rememberRemoval();
    for (RunEdit draft : runs) {
      draft.run.edit = null;
      if (draft.run.recorded()) {
        flush(draft);
      }
    }
    return new Transition(
        Collections.unmodifiableList(changes), Collections.unmodifiableList(commands));
  }

  private static boolean removesResource(Change change) {
    return change instanceof Change.Resource && change.value() == null;
  }

  /** What went leaves no record that could say when state was last changed. */
  private void rememberRemoval() {
    WorkspaceRecord known = state.workspaceRecord().orElse(null);
    if (known != null && changes.stream().anyMatch(Draft::removesResource)) {
      put(
          new Change.Workspace(
              new WorkspaceRecord(
                  known.workspace(),
                  known.root(),
                  known.rootSetBy(),
                  known.updatedAt(),
                  known.origin(),
                  moment.offset())));
    }
  }

  public void rollBack() {
    runs.forEach(draft -> draft.run.edit = null);
    undo.back();
  }
}
