package io.sluice.shadow;

import io.sluice.machine.stored.StateRecords;
import io.sluice.machine.task.MachineSettings;
import io.sluice.machine.task.TaskFactory;
import io.sluice.machine.transition.Input;
import io.sluice.model.Address;
import io.sluice.model.RepeatClass;
import io.sluice.model.message.InboxMessage.Submitted;
import io.sluice.model.record.NodeRecord;
import io.sluice.model.record.NodeStatus;
import io.sluice.model.record.RunRecord;
import io.sluice.model.record.WorkspaceRecord;
import io.sluice.shadow.RunState.PartKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A workspace in memory: the fold of its records in {@code state} and {@code runs}. Resources stay
 * wherever {@link StateRecords} keeps them; runs that have not ended are held with their graph. Not
 * safe for use by two threads.
 */
public final class WorkspaceState {
  private final String workspace;
  private final StateRecords records;
  private final Indexes indexes = new Indexes();
  private final Map<String, RunState> runs = new TreeMap<>();
  private @Nullable WorkspaceRecord workspaceRecord;

  /** Not known of a restored workspace: whether all that follows from its records has followed. */
  private boolean mayHaveToFollow = true;

  private boolean leftToFollow;
  private long nodesElsewhere;

  /** Those of the machine that decided last. */
  private MachineSettings settings = MachineSettings.DEFAULT;

  public WorkspaceState(String workspace, StateRecords records) {
    this.workspace = workspace;
    this.records = records;
  }

  /**
   * What is held, from the records of {@code runs} in any order; {@code records} is filled already.
   */
  public static WorkspaceState restore(
      String workspace, StateRecords records, Iterable<Change> found) {
    WorkspaceState state = new WorkspaceState(workspace, records);
    List<Change> last = new ArrayList<>();
    for (Change change : found) {
      if (change instanceof Change.PutRun) {
        last.add(change);
      } else {
        state.fold(change);
      }
    }
    last.forEach(state::fold);
    state.runs.values().removeIf(run -> !run.recorded());
    return state;
  }

  public void fold(Transition transition) {
    transition.changes().forEach(this::fold);
  }

  public void fold(Change change) {
    switch (change) {
      case Change.PutState put -> records.put(put.record());
      case Change.RemoveState remove -> records.remove(remove.address());
      case Change.PutWorkspace put -> workspaceRecord = put.record();
      case Change.RemoveWorkspace remove -> workspaceRecord = null;
      case Change.PutRun put -> named(put.record().run()).putRecord(put.record());
      case Change.RemoveRun remove -> forget(remove.run());
      case Change.PutSubmission put ->
          named(put.submission().run()).putSubmission(put.submission());
      case Change.RemoveSubmission remove -> named(remove.run()).putSubmission(null);
      case Change.PutPart put -> named(put.part().run()).putPart(put.part());
      case Change.RemovePart remove ->
          named(remove.run()).removePart(new PartKey(remove.planId(), remove.i()));
      case Change.PutNode put -> named(put.run()).putNode(put.node(), put.record());
      case Change.RemoveNode remove -> named(remove.run()).putNode(remove.node(), null);
    }
  }

  public String workspace() {
    return workspace;
  }

  public StateRecords records() {
    return records;
  }

  public Optional<WorkspaceRecord> workspaceRecord() {
    return Optional.ofNullable(workspaceRecord);
  }

  public Optional<RunRecord> run(String run) {
    return Optional.ofNullable(runs.get(run)).filter(RunState::recorded).map(RunState::record);
  }

  /** All that are known, ended ones too. */
  public Collection<RunRecord> runs() {
    return runs.values().stream().filter(RunState::recorded).map(RunState::record).toList();
  }

  public Optional<NodeRecord> node(String run, String node) {
    return Optional.ofNullable(runs.get(run))
        .map(state -> state.entries.get(node))
        .map(entry -> entry.record);
  }

  /** What was asked for, while it is kept. */
  public Optional<Submitted> submission(String run) {
    return Optional.ofNullable(runs.get(run)).map(state -> state.submission);
  }

  /** When {@link Input.Due} is wanted next; a time long past if there is something to tidy up. */
  public Optional<Instant> nextDue() {
    if (leftToFollow || untidy() || runs.values().stream().anyMatch(RunState::hasLocalWork)) {
      return Optional.of(Instant.EPOCH);
    }
    return Optional.ofNullable(indexes.nextDue());
  }

  /**
   * Incarnations of workers that hold leases: one that does not live is {@link Input.WorkerLost}.
   */
  public Set<String> leaseHolders() {
    return indexes.incarnations();
  }

  /** Nodes of the runs that are under way. */
  public long nodes() {
    return runs.values().stream().filter(RunState::built).mapToLong(r -> r.entries.size()).sum();
  }

  /**
   * @param nodes of runs under way in other workspaces that stand in the same memory
   */
  public void elsewhere(long nodes) {
    nodesElsewhere = nodes;
  }

  /** Nodes that are under way beside this run, here and elsewhere. */
  long nodesBeside(RunState run) {
    return nodesElsewhere + nodes() - (run.built() ? run.entries.size() : 0);
  }

  /** Tasks that nobody is known to have taken: pool to run to how many. */
  public Map<String, Map<String, Integer>> unclaimed() {
    return Collections.unmodifiableMap(indexes.unclaimed());
  }

  /**
   * Attempts that were sent and of which nothing was heard: candidates for {@link
   * Input.SilentAttempt}.
   */
  public void forEachUnclaimed(Consumer<Unclaimed> consumer) {
    for (RunState run : runs.values()) {
      if (run.count(NodeStatus.DISPATCHED) == 0) {
        continue;
      }
      for (NodeEntry entry : run.entries.values()) {
        if (entry.node != null && entry.standing == NodeStatus.DISPATCHED && entry.sent()) {
          String pool = TaskFactory.pool(entry.node);
          consumer.accept(new Unclaimed(run.id, entry.id, entry.known().attempt(), pool));
        }
      }
    }
  }

  /** What the planner has yet to answer: candidates for {@link Input.Unanswered}. */
  public void forEachUnanswered(Consumer<Asked> consumer) {
    for (RunState run : runs.values()) {
      if (!run.active()) {
        continue;
      }
      RunRecord record = run.record();
      if (record.awaitsPlan()) {
        consumer.accept(new Asked(run.id, null, record.round(), record.askedAt()));
      }
      if (run.expanding() > 0) {
        for (NodeEntry entry : run.entries.values()) {
          if (entry.node != null && entry.outstanding() && !entry.sent()) {
            NodeRecord node = entry.known();
            consumer.accept(new Asked(run.id, entry.id, node.attempt(), node.askedAt()));
          }
        }
      }
    }
  }

  /** Addresses in doubt that nothing but a person can settle: later plans refuse them. */
  public Set<Address> closed() {
    Set<Address> closed = new TreeSet<>();
    indexes
        .doubts()
        .forEach(
            (address, entry) -> {
              if (!entry.run.holds() && entry.planned().repeat() == RepeatClass.NONE) {
                closed.add(address.live());
              }
            });
    return closed;
  }

  /** Whether no run is going on and nothing is left to tidy up. */
  public boolean idle() {
    return !untidy() && runs.values().stream().noneMatch(RunState::active);
  }

  private boolean untidy() {
    return runs.values().stream().anyMatch(run -> run.hasLeftovers() || run.isLeaving())
        || Sweeping.surplus(runs.values(), settings);
  }

  /** A task that was sent, and not heard of since. */
  public record Unclaimed(String run, String node, int attempt, String pool) {}

  /**
   * A request that the planner has yet to answer.
   *
   * @param node the placeholder that it is about; null if it is about the whole run
   * @param round of the request; of a placeholder, its attempt
   * @param version at which it was asked
   */
  public record Asked(String run, @Nullable String node, int round, long version) {}

  void decidedBy(MachineSettings machine) {
    settings = machine;
  }

  /** What follows from the last input was held back: it has to follow with the next. */
  void leftToFollow() {
    leftToFollow = true;
    mayHaveToFollow = true;
  }

  boolean mayHaveToFollow() {
    return mayHaveToFollow;
  }

  void hasFollowed() {
    leftToFollow = false;
    mayHaveToFollow = false;
  }

  Indexes indexes() {
    return indexes;
  }

  @Nullable RunState runState(String run) {
    RunState state = runs.get(run);
    return state != null && state.recorded() ? state : null;
  }

  Collection<RunState> runStates() {
    return runs.values().stream().filter(RunState::recorded).toList();
  }

  boolean starved() {
    for (RunState run : runs.values()) {
      if (run.starved()) {
        return true;
      }
    }
    return false;
  }

  /** The runs that have not ended. */
  public Set<String> active() {
    Set<String> active = new HashSet<>();
    activeRuns().forEach(run -> active.add(run.id));
    return active;
  }

  /** Those that have not ended, the oldest first. */
  List<RunState> activeRuns() {
    return runs.values().stream()
        .filter(RunState::active)
        .sorted(
            Comparator.comparingLong((RunState run) -> run.record().queuedAt())
                .thenComparing(run -> run.id))
        .toList();
  }

  /** The change that brings back what this one replaces. */
  Change inverse(Change change) {
    return switch (change) {
      case Change.PutState put -> stateAt(put.record().address());
      case Change.RemoveState remove -> stateAt(remove.address());
      case Change.PutWorkspace put -> workspaceBefore();
      case Change.RemoveWorkspace remove -> workspaceBefore();
      case Change.PutRun put -> runAt(put.record().run());
      case Change.RemoveRun remove -> runAt(remove.run());
      case Change.PutSubmission put -> submissionAt(put.submission().run());
      case Change.RemoveSubmission remove -> submissionAt(remove.run());
      case Change.PutPart put -> partAt(put.part().run(), put.part().planId(), put.part().i());
      case Change.RemovePart remove -> partAt(remove.run(), remove.planId(), remove.i());
      case Change.PutNode put -> nodeAt(put.run(), put.node());
      case Change.RemoveNode remove -> nodeAt(remove.run(), remove.node());
    };
  }

  private Change stateAt(Address address) {
    return records
        .find(address)
        .<Change>map(Change.PutState::new)
        .orElseGet(() -> new Change.RemoveState(address));
  }

  private Change workspaceBefore() {
    return workspaceRecord == null
        ? new Change.RemoveWorkspace()
        : new Change.PutWorkspace(workspaceRecord);
  }

  private Change runAt(String run) {
    RunState state = runState(run);
    return state == null ? new Change.RemoveRun(run) : new Change.PutRun(state.record());
  }

  private Change submissionAt(String run) {
    return submission(run)
        .<Change>map(Change.PutSubmission::new)
        .orElseGet(() -> new Change.RemoveSubmission(run));
  }

  private Change partAt(String run, String planId, int i) {
    RunState state = runs.get(run);
    var part = state == null ? null : state.parts.get(new PartKey(planId, i));
    return part == null ? new Change.RemovePart(run, planId, i) : new Change.PutPart(part);
  }

  private Change nodeAt(String run, String node) {
    return node(run, node)
        .<Change>map(record -> new Change.PutNode(run, node, record))
        .orElseGet(() -> new Change.RemoveNode(run, node));
  }

  private RunState named(String run) {
    return runs.computeIfAbsent(run, id -> new RunState(id, indexes));
  }

  private void forget(String run) {
    RunState state = runs.get(run);
    if (state != null) {
      state.putRecord(null);
      if (state.parts.isEmpty() && state.entries.isEmpty() && state.submission == null) {
        runs.remove(run);
      }
    }
  }
}
