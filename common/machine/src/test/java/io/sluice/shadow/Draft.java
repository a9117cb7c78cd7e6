package io.sluice.shadow;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.machine.stored.StateRecords;
import io.sluice.machine.task.Lookup;
import io.sluice.machine.task.MachineSettings;
import io.sluice.machine.task.TaskFactory;
import io.sluice.machine.transition.Command;
import io.sluice.machine.transition.Moment;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.message.Event;
import io.sluice.model.message.EventKind;
import io.sluice.model.record.NodeRecord;
import io.sluice.model.record.RunRecord;
import io.sluice.model.record.StateRecord;
import io.sluice.model.record.WorkspaceRecord;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A transition in the making. Every change is folded at once, so that a decision reads what the one
 * before it has written, and can be taken back by folding what was there.
 */
final class Draft {
  final WorkspaceState state;
  final MachineSettings settings;
  final TaskFactory tasks;
  final Moment moment;

  /** Whether anything may be sent, granted or asked for. */
  final boolean follows;

  /** How much was done that needs no worker. */
  int doneLocally;

  private final List<Change> changes = new ArrayList<>();
  private final List<Command> commands = new ArrayList<>();
  private final Deque<Change> inverses = new ArrayDeque<>();
  private final Map<String, RunDraft> runs = new LinkedHashMap<>();

  Draft(
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

  void put(Change change) {
    inverses.push(state.inverse(change));
    state.fold(change);
    changes.add(change);
  }

  void put(NodeEntry entry, NodeRecord record) {
    // What a worker saw before its first call holds for as long as the operation's token does.
    NodeRecord was = entry.known();
    boolean sameOperation = record.token() != null && record.token().equals(was.token());
    NodeRecord kept = sameOperation && was.absent() ? record.withAbsent(true) : record;
    put(new Change.PutNode(entry.run.id, entry.id, kept));
  }

  void send(Command command) {
    commands.add(command);
  }

  Optional<StateRecord> record(Address address) {
    return state.records().find(address);
  }

  /** The run's record for reading and changing; null if there is no such run. */
  @Nullable RunDraft edit(String run) {
    RunState known = state.runState(run);
    return known == null ? null : edit(known);
  }

  RunDraft edit(RunState run) {
    RunDraft draft = runs.get(run.id);
    if (draft == null) {
      draft = new RunDraft(run);
      run.skippedNow = new ArrayList<>();
      runs.put(run.id, draft);
    }
    return draft;
  }

  RunDraft create(RunRecord record) {
    put(new Change.PutRun(record));
    RunState run = state.runState(record.run());
    if (run == null) {
      throw new IllegalStateException("the run was not kept");
    }
    return edit(run);
  }

  /** Writes the run's record now, because its graph has to be built or dropped. */
  void flush(RunDraft draft) {
    RunRecord record = draft.record();
    if (!record.equals(draft.run.record())) {
      put(new Change.PutRun(record));
    }
  }

  void emit(
      RunDraft draft,
      EventKind kind,
      @Nullable NodeEntry entry,
      @Nullable String worker,
      String text,
      @Nullable JsonNode data) {
    draft.sequence++;
    Integer attempt = entry == null || entry.record == null ? null : entry.record.attempt();
    send(
        new Command.Emit(
            new Event(
                draft.run.id,
                state.workspace(),
                draft.sequence,
                kind,
                entry == null ? null : entry.id,
                attempt,
                worker,
                text,
                data,
                moment.now())));
  }

  void tell(RunDraft draft, EventKind kind, String text) {
    emit(draft, kind, null, null, text, null);
  }

  /** About a run that is not known. */
  void tellUnknown(String run, EventKind kind, String text) {
    send(
        new Command.Emit(
            new Event(
                run, state.workspace(), 0, kind, null, null, null, text, null, moment.now())));
  }

  Lookup lookup(RunState run) {
    return new RunLookup(state.records(), run);
  }

  Transition close() {
    rememberRemoval();
    for (RunDraft draft : runs.values()) {
      draft.run.skippedNow = null;
      if (draft.run.recorded()) {
        flush(draft);
      }
    }
    return new Transition(List.copyOf(changes), List.copyOf(commands));
  }

  /** What went leaves no record that could say when state was last changed. */
  private void rememberRemoval() {
    WorkspaceRecord known = state.workspaceRecord().orElse(null);
    if (known != null && changes.stream().anyMatch(Change.RemoveState.class::isInstance)) {
      put(
          new Change.PutWorkspace(
              new WorkspaceRecord(
                  known.workspace(),
                  known.root(),
                  known.rootSetBy(),
                  known.updatedAt(),
                  known.origin(),
                  moment.offset())));
    }
  }

  void rollBack() {
    runs.values().forEach(draft -> draft.run.skippedNow = null);
    while (!inverses.isEmpty()) {
      state.fold(inverses.pop());
    }
  }

  /** What this run has committed stands in state; only steps keep their outputs in the run. */
  private record RunLookup(StateRecords records, RunState run) implements Lookup {
    @Override
    public Optional<StateRecord> record(Address address) {
      return records.find(address);
    }

    @Override
    public Optional<JsonNode> stepOutputs(Address step) {
      NodeEntry entry = run.entries.get(step.text());
      return Optional.ofNullable(entry == null ? null : entry.known().outputs());
    }

    @Override
    public Optional<Instances> instances(Address block) {
      return Expansions.instances(run, records, block);
    }

    @Override
    public boolean replaced(Address address) {
      NodeEntry entry = run.entries.get(address.text());
      return entry != null
          && entry.node != null
          && entry.succeeded()
          && entry.node.action() == Action.CREATE
          && entry.node.pairedWith() != null;
    }
  }
}
