package io.sluice.machine.graph;

import io.sluice.machine.graph.RunState.PartKey;
import io.sluice.machine.node.NodeCodec;
import io.sluice.machine.node.NodeState;
import io.sluice.machine.run.Asking;
import io.sluice.machine.run.Run;
import io.sluice.machine.run.RunCodec;
import io.sluice.machine.stored.Change;
import io.sluice.machine.stored.StateRecords;
import io.sluice.machine.task.MachineSettings;
import io.sluice.machine.task.TaskFactory;
import io.sluice.machine.transition.Input;
import io.sluice.machine.transition.Transition;
import io.sluice.model.Address;
import io.sluice.model.RepeatClass;
import io.sluice.model.message.InboxMessage.PlanPart;
import io.sluice.model.message.InboxMessage.Submitted;
import io.sluice.model.record.NodeRecord;
import io.sluice.model.record.NodeStatus;
import io.sluice.model.record.RunRecord;
import io.sluice.model.record.StateRecord;
import io.sluice.model.record.WorkspaceRecord;
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

  private Followed followed = Followed.UNKNOWN;
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
      if (change instanceof Change.Run) {
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
      case Change.Resource resource -> put(resource.address(), resource.value());
      case Change.Workspace workspace -> workspaceRecord = workspace.value();
      case Change.Run run -> put(run.run(), run.value());
      case Change.Submission submission ->
          named(submission.run()).putSubmission(submission.value());
      case Change.Part part ->
          named(part.run()).putPart(new PartKey(part.planId(), part.i()), part.value());
      case Change.Node node -> putNode(node.run(), node.node(), decoded(node.value()));
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
        .filter(NodeEntry::stored)
        .map(entry -> NodeCodec.encode(entry.state));
  }

  /** What was asked for, while it is kept. */
  public Optional<Submitted> submission(String run) {
    return Optional.ofNullable(runs.get(run)).map(state -> state.submission);
  }

  /** When {@link Input.Due} is wanted next; a time long past if there is something to tidy up. */
  public Optional<Instant> nextDue() {
    if (followed == Followed.HELD_BACK
        || untidy()
        || runs.values().stream().anyMatch(RunState::hasLocalWork)) {
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
  public long nodesBeside(RunState run) {
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
          consumer.accept(new Unclaimed(run.id, entry.id, entry.state.tries().attempt(), pool));
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
      if (run.written().awaitsPlan()) {
        Asking asking = run.written().asking();
        consumer.accept(new Asked(run.id, null, asking.round(), asking.at()));
      }
      if (run.expanding() > 0) {
        for (NodeEntry entry : run.entries.values()) {
          if (entry.node != null && entry.state instanceof NodeState.Asked asked) {
            consumer.accept(new Asked(run.id, entry.id, asked.attempt(), asked.at()));
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
        || Surplus.stands(runs.values(), settings);
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

  public void decidedBy(MachineSettings machine) {
    settings = machine;
  }

  /** Whether all that follows from what stands here has followed. */
  public enum Followed {
    /** It was restored, and nobody has looked yet. */
    UNKNOWN,
    /** What follows from the last input has to follow with the next. */
    HELD_BACK,
    ALL
  }

  public Followed followed() {
    return followed;
  }

  void followed(Followed now) {
    followed = now;
  }

  public Indexes indexes() {
    return indexes;
  }

  public @Nullable RunState runState(String run) {
    RunState state = runs.get(run);
    return state != null && state.recorded() ? state : null;
  }

  public Collection<RunState> runStates() {
    return runs.values().stream().filter(RunState::recorded).toList();
  }

  public boolean starved() {
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
  public List<RunState> activeRuns() {
    return runs.values().stream()
        .filter(RunState::active)
        .sorted(
            Comparator.comparingLong((RunState run) -> run.written().identity().queuedAt())
                .thenComparing(run -> run.id))
        .toList();
  }

  /** What stands under the key of a change: folding it takes the change back. */
  Change standing(Change change) {
    return switch (change) {
      case Change.Resource resource ->
          new Change.Resource(resource.address(), records.find(resource.address()).orElse(null));
      case Change.Workspace workspace -> new Change.Workspace(workspaceRecord);
      case Change.Run run -> new Change.Run(run.run(), run(run.run()).orElse(null));
      case Change.Submission submission ->
          new Change.Submission(submission.run(), submission(submission.run()).orElse(null));
      case Change.Part part -> new Change.Part(part.run(), part.planId(), part.i(), partAt(part));
      case Change.Node node ->
          new Change.Node(node.run(), node.node(), node(node.run(), node.node()).orElse(null));
    };
  }

  private @Nullable PlanPart partAt(Change.Part part) {
    RunState run = runs.get(part.run());
    return run == null ? null : run.parts.get(new PartKey(part.planId(), part.i()));
  }

  void putNode(String run, String node, NodeState next) {
    named(run).putNode(node, next);
  }

  private static NodeState decoded(@Nullable NodeRecord record) {
    return record == null ? NodeState.None.INSTANCE : NodeCodec.decode(record);
  }

  private void put(Address address, @Nullable StateRecord record) {
    if (record == null) {
      records.remove(address);
    } else {
      records.put(record);
    }
  }

  private void put(String run, @Nullable RunRecord record) {
    if (record == null) {
      forget(run);
    } else {
      named(run).putRecord(RunCodec.decode(record), record);
    }
  }

  void put(Run run, RunRecord record) {
    named(run.id()).putRecord(run, record);
  }

  private RunState named(String run) {
    return runs.computeIfAbsent(run, id -> new RunState(id, indexes));
  }

  private void forget(String run) {
    RunState state = runs.get(run);
    if (state != null) {
      state.putRecord(null, null);
      if (state.parts.isEmpty() && state.entries.isEmpty() && state.submission == null) {
        runs.remove(run);
      }
    }
  }
}
