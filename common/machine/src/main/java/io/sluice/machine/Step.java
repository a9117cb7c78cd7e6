package io.sluice.machine;

import io.sluice.machine.fact.Decision;
import io.sluice.machine.fact.Decision.Fact;
import io.sluice.machine.fact.NodeNote;
import io.sluice.machine.fact.RunNote;
import io.sluice.machine.graph.Followed;
import io.sluice.machine.graph.NodeEntry;
import io.sluice.machine.graph.RunState;
import io.sluice.machine.graph.RunView;
import io.sluice.machine.graph.View;
import io.sluice.machine.graph.WorkspaceState;
import io.sluice.machine.graph.WorkspaceView;
import io.sluice.machine.narrate.NodeNarrator;
import io.sluice.machine.narrate.RunNarrator;
import io.sluice.machine.narrate.Telling;
import io.sluice.machine.node.NodeCodec;
import io.sluice.machine.node.NodeEvent;
import io.sluice.machine.node.NodeState;
import io.sluice.machine.node.NodeSteps;
import io.sluice.machine.run.Run;
import io.sluice.machine.run.RunCodec;
import io.sluice.machine.stored.Change;
import io.sluice.machine.task.MachineSettings;
import io.sluice.machine.task.TaskFactory;
import io.sluice.machine.transition.Command;
import io.sluice.machine.transition.DecisionContext;
import io.sluice.machine.transition.Transition;
import io.sluice.model.Address;
import io.sluice.model.message.Event;
import io.sluice.model.record.RunRecord;
import io.sluice.model.record.StateRecord;
import io.sluice.model.record.WorkspaceRecord;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A transition in the making, and the only place that writes to a workspace. It applies each fact
 * at once, so that the next decision reads the result, and can take facts back by folding the
 * former records.
 */
final class Step implements View {
  /** Above this number, nodes that are skipped at once share one event. */
  private static final int SKIPPED_TOLD = 200;

  private final WorkspaceState state;
  private final MachineSettings settings;
  private final TaskFactory tasks;
  private final DecisionContext context;
  private final List<RunEdit> edits = new ArrayList<>(2);
  private final Deque<RunEdit> touched = new ArrayDeque<>(2);
  private final Deque<Decision> left = new ArrayDeque<>();
  private boolean holdsChanged;
  private boolean removed;
  private int doneLocally;
  private final List<Change> changes = new ArrayList<>();
  private final List<Command> commands = new ArrayList<>();
  private final Undo undo = new Undo();

  Step(WorkspaceState state, MachineSettings settings, TaskFactory tasks, DecisionContext context) {
    this.state = state;
    this.settings = settings;
    this.tasks = tasks;
    this.context = context;
    state.decidedBy(settings);
    state.onSkip(this::skipped);
  }

  @Override
  public WorkspaceView state() {
    return state;
  }

  @Override
  public MachineSettings settings() {
    return settings;
  }

  @Override
  public TaskFactory tasks() {
    return tasks;
  }

  @Override
  public DecisionContext context() {
    return context;
  }

  @Override
  public @Nullable RunView run(String id) {
    RunState known = state.runState(id);
    return known == null ? null : edit(known);
  }

  @Override
  public RunView run(RunState run) {
    return edit(run);
  }

  @Override
  public @Nullable RunView touched() {
    return touched.peek();
  }

  @Override
  public boolean holdsChanged() {
    return holdsChanged;
  }

  @Override
  public int doneLocally() {
    return doneLocally;
  }

  private RunEdit edit(RunState run) {
    for (RunEdit edit : edits) {
      if (edit.run() == run) {
        return edit;
      }
    }
    RunEdit edit = new RunEdit(run);
    edits.add(edit);
    return edit;
  }

  private void skipped(NodeEntry entry) {
    for (RunEdit edit : edits) {
      if (edit.run().id.equals(entry.run)) {
        edit.skipped(entry);
      }
    }
  }

  void take(Decision decision) {
    left.push(decision);
    while (!left.isEmpty()) {
      switch (left.pop()) {
        case Fact fact -> apply(fact);
        case Decision.All(List<? extends Decision> decisions) ->
            decisions.reversed().forEach(left::push);
        case Decision.Both both -> {
          left.push(both.second());
          left.push(both.first());
        }
        case Decision.Later later -> left.push(later.decider().get());
      }
    }
  }

  private void apply(Fact fact) {
    switch (fact) {
      case Fact.NodeMoved(NodeEntry node, NodeEvent event) -> move(node, event);
      case Fact.RunBegan(Run run) -> put(new Change.Run(RunCodec.encode(run)));
      case Fact.RunMoved(RunView run, Run from, Run to) -> edit(run.run()).to(from, to);
      case Fact.RunWritten(RunView run) -> write(edit(run.run()));
      case Fact.Counted counted -> edit(counted.run().run()).count(counted.counter(), counted.by());
      case Fact.ObjectChanged changed -> put(changed.at(), changed.before(), changed.after());
      case Fact.Kept(Change change) -> put(change);
      case Fact.Ordered(Command command) -> commands.add(command);
      case Fact.RunNoted(RunView run, RunNote note) -> tell(edit(run.run()), note);
      case Fact.UnknownRunNoted(String run, RunNote note) ->
          emit(run, 0, null, RunNarrator.of(run, note));
      case Fact.NodeNoted noted -> {
        RunEdit edit = edit(noted.run().run());
        tell(edit, noted.node(), NodeNarrator.of(noted.node(), noted.note()));
        if (noted.note() instanceof NodeNote.Cancelled) {
          tellSkipped(edit);
        }
      }
      case Fact.RunTouched(RunView run) -> touched.add(edit(run.run()));
      case Fact.RunSettled settled -> touched.remove();
      case Fact.HoldsChanged changed -> holdsChanged = true;
      case Fact.HoldsReviewed reviewed -> holdsChanged = false;
      case Fact.FollowedBy(Followed followed) -> follow(followed);
      case Fact.DoneLocally done -> doneLocally++;
    }
  }

  private void put(Change change) {
    Change before = state.standing(change);
    undo.note(() -> state.fold(before));
    state.fold(change);
    changes.add(change);
  }

  private void put(Address at, @Nullable StateRecord before, @Nullable StateRecord next) {
    undo.note(() -> state.put(at, before));
    state.put(at, next);
    changes.add(new Change.Resource(at, next));
    removed |= next == null;
  }

  private void move(NodeEntry entry, NodeEvent event) {
    NodeState before = entry.state();
    NodeState next = NodeSteps.next(before, event);
    undo.note(() -> state.putNode(entry.run, entry.id, before));
    state.putNode(entry.run, entry.id, next);
    changes.add(new Change.Node(entry.run, entry.id, NodeCodec.encode(next)));
    Telling telling = NodeNarrator.of(entry, event);
    if (telling != null) {
      RunEdit run = edit(state.runOf(entry));
      tell(run, entry, telling);
      if (event instanceof NodeEvent.Failed) {
        tellSkipped(run);
      }
    }
  }

  private void write(RunEdit edit) {
    Run before = edit.run().written();
    Run next = edit.stored();
    if (next.equals(before)) {
      return;
    }
    RunRecord was = edit.run().record();
    RunRecord record = RunCodec.encode(next);
    undo.note(() -> state.put(before, was));
    state.put(next, record);
    changes.add(new Change.Run(record));
  }

  private void follow(Followed now) {
    Followed before = state.followed();
    undo.note(() -> state.followed(before));
    state.followed(now);
  }

  private void tell(RunEdit run, RunNote note) {
    tell(run, null, RunNarrator.of(run.run().id, note));
  }

  private void tell(RunEdit run, @Nullable NodeEntry node, Telling telling) {
    emit(run.run().id, run.nextEvent(), node, telling);
  }

  /** Reports nodes that became skipped; a large fan-out makes no flood of events. */
  private void tellSkipped(RunEdit run) {
    List<NodeEntry> skipped = run.takeSkipped();
    for (NodeEntry entry : skipped.subList(0, Math.min(skipped.size(), SKIPPED_TOLD))) {
      tell(run, entry, NodeNarrator.skipped(run.run(), entry));
    }
    if (skipped.size() > SKIPPED_TOLD) {
      tell(run, new RunNote.SkippedToo(skipped.size() - SKIPPED_TOLD));
    }
  }

  private void emit(String run, long number, @Nullable NodeEntry node, Telling telling) {
    commands.add(
        new Command.Emit(
            new Event(
                run,
                state.workspace(),
                number,
                telling.kind(),
                node == null ? null : node.id,
                node == null || !node.stored() ? null : node.state().tries().attempt(),
                telling.worker(),
                telling.text(),
                telling.data(),
                context.now())));
  }

  Transition close() {
    rememberRemoval();
    state.onSkip(null);
    for (RunEdit edit : edits) {
      if (edit.run().recorded()) {
        write(edit);
      }
    }
    return new Transition(
        Collections.unmodifiableList(changes), Collections.unmodifiableList(commands));
  }

  /** A record that was removed can't say when state last changed, so the workspace remembers it. */
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
                  context.offset())));
    }
  }

  void rollBack() {
    state.onSkip(null);
    undo.back();
  }
}
