package io.sluice.machine.graph;

import io.sluice.machine.graph.Awaited.Asked;
import io.sluice.machine.graph.Awaited.Unclaimed;
import io.sluice.machine.graph.KeptParts.PartKey;
import io.sluice.machine.node.NodeCodec;
import io.sluice.machine.node.NodeState;
import io.sluice.machine.run.Run;
import io.sluice.machine.stored.Change;
import io.sluice.machine.stored.StateRecords;
import io.sluice.machine.task.MachineSettings;
import io.sluice.machine.transition.Input;
import io.sluice.machine.transition.Transition;
import io.sluice.model.Address;
import io.sluice.model.RepeatClass;
import io.sluice.model.message.InboxMessage.PlanPart;
import io.sluice.model.message.InboxMessage.Submitted;
import io.sluice.model.record.NodeRecord;
import io.sluice.model.record.RunRecord;
import io.sluice.model.record.StateRecord;
import io.sluice.model.record.WorkspaceRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A workspace in memory: the fold of its records in {@code state} and {@code runs}. Resources stay
 * wherever {@link StateRecords} keeps them; runs that have not ended are held with their graph. Not
 * safe for use by two threads.
 */
public final class WorkspaceState implements WorkspaceView {
  private final String workspace;
  private final StateRecords records;
  private final Indexes indexes = new Indexes();
  private final Runs runs = new Runs(indexes);
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
    state.runs.forgetUnrecorded();
    return state;
  }

  public void fold(Transition transition) {
    transition.changes().forEach(this::fold);
  }

  public void fold(Change change) {
    switch (change) {
      case Change.Resource resource -> put(resource.address(), resource.value());
      case Change.Workspace workspace -> workspaceRecord = workspace.value();
      case Change.Run run -> runs.put(run.run(), run.value());
      case Change.Submission submission ->
          runs.named(submission.run()).putSubmission(submission.value());
      case Change.Part part ->
          runs.named(part.run()).putPart(new PartKey(part.planId(), part.i()), part.value());
      case Change.Node node -> putNode(node.run(), node.node(), decoded(node.value()));
    }
  }

  @Override
  public String workspace() {
    return workspace;
  }

  public StateRecords records() {
    return records;
  }

  @Override
  public Optional<StateRecord> record(Address address) {
    return records.find(address);
  }

  @Override
  public Collection<StateRecord> marked(Address live) {
    return records.marked(live);
  }

  @Override
  public Iterable<StateRecord> allRecords() {
    return records.all();
  }

  @Override
  public Optional<WorkspaceRecord> workspaceRecord() {
    return Optional.ofNullable(workspaceRecord);
  }

  public Optional<RunRecord> run(String run) {
    return Optional.ofNullable(runState(run)).map(RunState::record);
  }

  /** All that are known, ended ones too. */
  public Collection<RunRecord> runs() {
    return runs.recorded().stream().map(RunState::record).toList();
  }

  public Optional<NodeRecord> node(String run, String node) {
    return Optional.ofNullable(runs.find(run))
        .map(state -> state.find(node))
        .filter(NodeEntry::stored)
        .map(entry -> NodeCodec.encode(entry.state));
  }

  /** The submission, while it is kept. */
  public Optional<Submitted> submission(String run) {
    return Optional.ofNullable(runs.find(run)).map(RunState::submission);
  }

  /** When {@link Input.Due} is wanted next; a time long past if there is something to tidy up. */
  public Optional<Instant> nextDue() {
    if (followed == Followed.HELD_BACK
        || runs.untidy(settings)
        || runs.active().stream().anyMatch(RunState::hasLocalWork)) {
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
    return runs.active().stream().filter(RunState::built).mapToLong(RunState::entryCount).sum();
  }

  /**
   * @param nodes of runs under way in other workspaces that are in the same memory
   */
  public void elsewhere(long nodes) {
    nodesElsewhere = nodes;
  }

  @Override
  public long nodesBeside(RunState run) {
    return nodesElsewhere + nodes() - (run.built() ? run.entryCount() : 0);
  }

  /** How many tasks no worker is known to have acquired, by pool and run. */
  public Map<String, Map<String, Integer>> unclaimed() {
    return Collections.unmodifiableMap(indexes.unclaimed());
  }

  public void forEachUnclaimed(Consumer<Unclaimed> consumer) {
    runs.all().forEach(run -> Awaited.unclaimed(run, consumer));
  }

  public void forEachUnanswered(Consumer<Asked> consumer) {
    runs.all().forEach(run -> Awaited.unanswered(run, consumer));
  }

  @Override
  public Set<Address> closed() {
    Set<Address> closed = new TreeSet<>();
    indexes
        .doubts()
        .forEach(
            (address, entry) -> {
              if (!holds(entry.run) && entry.planned().repeat() == RepeatClass.NONE) {
                closed.add(address.live());
              }
            });
    return closed;
  }

  private boolean holds(String run) {
    RunState state = runs.find(run);
    return state != null && state.holds();
  }

  /** Whether no run is going on and nothing is left to tidy up. */
  public boolean idle() {
    return runs.active().isEmpty() && !runs.untidy(settings);
  }

  /**
   * @param listener hears of each node that becomes skipped; null for nobody
   */
  public void onSkip(@Nullable Consumer<NodeEntry> listener) {
    indexes.onSkip(listener);
  }

  public void decidedBy(MachineSettings machine) {
    settings = machine;
  }

  @Override
  public Followed followed() {
    return followed;
  }

  public void followed(Followed now) {
    followed = now;
  }

  @Override
  public Indexes indexes() {
    return indexes;
  }

  @Override
  public @Nullable RunState runState(String run) {
    RunState state = runs.find(run);
    return state != null && state.recorded() ? state : null;
  }

  @Override
  public Collection<RunState> runStates() {
    return runs.recorded();
  }

  /** The runs that have not ended. */
  public Set<String> active() {
    return runs.active().stream().map(run -> run.id).collect(Collectors.toSet());
  }

  @Override
  public List<RunState> activeRuns() {
    return runs.active();
  }

  /** The record that stands under the key of a change now: folding it takes the change back. */
  public Change standing(Change change) {
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
    RunState run = runs.find(part.run());
    return run == null ? null : run.part(part.planId(), part.i());
  }

  public void putNode(String run, String node, NodeState next) {
    runs.named(run).putNode(node, next);
  }

  private static NodeState decoded(@Nullable NodeRecord record) {
    return record == null ? NodeState.None.INSTANCE : NodeCodec.decode(record);
  }

  public void put(Address address, @Nullable StateRecord record) {
    if (record == null) {
      records.remove(address);
    } else {
      records.put(record);
    }
  }

  public void put(Run run, RunRecord record) {
    runs.put(run, record);
  }
}
