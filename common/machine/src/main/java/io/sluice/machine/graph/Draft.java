package io.sluice.machine.graph;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.machine.graph.WorkspaceState.Followed;
import io.sluice.machine.node.NodeCodec;
import io.sluice.machine.node.NodeEvent;
import io.sluice.machine.node.NodeState;
import io.sluice.machine.node.NodeSteps;
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
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
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

  private final List<RunEdit> edits = new ArrayList<>(2);
  private final List<RunEdit> touched = new ArrayList<>(2);
  private int nextTouched;
  private boolean holdsChanged;
  private boolean removed;
  private final List<Change> changes = new ArrayList<>();
  private final List<Command> commands = new ArrayList<>();
  private final Undo undo = new Undo();

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

  public void put(StateRecord record) {
    put(record(record.address()).orElse(null), record);
  }

  /**
   * @param before what is at its address
   */
  public void put(@Nullable StateRecord before, StateRecord record) {
    put(record.address(), before, record);
  }

  /** Takes the record at the address away, if there is one. */
  public void remove(Address address) {
    record(address).ifPresent(before -> put(address, before, null));
  }

  private void put(Address address, @Nullable StateRecord before, @Nullable StateRecord next) {
    undo.note(() -> state.put(address, before));
    state.put(address, next);
    changes.add(new Change.Resource(address, next));
    removed |= next == null;
  }

  public void move(NodeEntry entry, NodeEvent event) {
    NodeState before = entry.state;
    NodeState next = NodeSteps.next(before, event);
    undo.note(() -> state.putNode(entry.run, entry.id, before));
    state.putNode(entry.run, entry.id, next);
    changes.add(new Change.Node(entry.run, entry.id, NodeCodec.encode(next)));
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
    for (RunEdit edit : edits) {
      if (edit.run == run) {
        return edit;
      }
    }
    RunEdit edit = new RunEdit(run);
    edits.add(edit);
    return edit;
  }

  /** The run of a node. */
  public RunState runOf(NodeEntry entry) {
    return Objects.requireNonNull(state.runState(entry.run), "the run of a node is known");
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
    return nextTouched < touched.size() ? touched.get(nextTouched++) : null;
  }

  /** Something is held no longer, or wanted now: others may go, or have to wait. */
  public void holdsChanged() {
    holdsChanged = true;
  }

  /** Whether claims changed and none was granted since. */
  public boolean takeHoldsChanged() {
    boolean changed = holdsChanged;
    holdsChanged = false;
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

  /** Of the run alone, or of one of its nodes, for the people who follow it. */
  public void emit(
      RunEdit edit,
      EventKind kind,
      @Nullable NodeEntry entry,
      @Nullable String worker,
      String text,
      @Nullable JsonNode data) {
    Integer attempt = entry == null || !entry.stored() ? null : entry.state.tries().attempt();
    String node = entry == null ? null : entry.id;
    emit(edit.run.id, edit.nextEvent(), kind, node, attempt, worker, text, data);
  }

  public void tell(RunEdit edit, EventKind kind, String text) {
    emit(edit, kind, null, null, text, null);
  }

  /** About a run that is not known. */
  public void tellUnknown(String run, EventKind kind, String text) {
    emit(run, 0, kind, null, null, null, text, null);
  }

  private void emit(
      String run,
      long number,
      EventKind kind,
      @Nullable String node,
      @Nullable Integer attempt,
      @Nullable String worker,
      String text,
      @Nullable JsonNode data) {
    Instant now = moment.now();
    String workspace = state.workspace();
    commands.add(
        new Command.Emit(
            new Event(run, workspace, number, kind, node, attempt, worker, text, data, now)));
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
    for (RunEdit edit : edits) {
      edit.release();
      if (edit.run.recorded()) {
        flush(edit);
      }
    }
    return new Transition(
        Collections.unmodifiableList(changes), Collections.unmodifiableList(commands));
  }

  /** What went leaves no record that could say when state was last changed. */
  private void rememberRemoval() {
    WorkspaceRecord known = state.workspaceRecord().orElse(null);
    if (removed && known != null) {
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
    edits.forEach(RunEdit::release);
    undo.back();
  }
}
