package io.sluice.machine.graph;

import io.sluice.machine.claim.Claim;
import io.sluice.machine.graph.KeptParts.PartKey;
import io.sluice.machine.node.NodeState;
import io.sluice.machine.run.Hold;
import io.sluice.machine.run.Run;
import io.sluice.machine.task.Room;
import io.sluice.model.Address;
import io.sluice.model.message.InboxMessage.PlanPart;
import io.sluice.model.message.InboxMessage.Submitted;
import io.sluice.model.plan.Node;
import io.sluice.model.record.NodeStatus;
import io.sluice.model.record.RecordKeys;
import io.sluice.model.record.RunRecord;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One run in memory: its records, and the graph that they make while it is planned and not ended.
 * Folding the record before brings back what was.
 */
public final class RunState {
  public final String id;
  private final KeptParts parts = new KeptParts();
  private final RunGraph graph;
  private @Nullable Submitted submission;
  private long submissionSize;
  private @Nullable Run written;
  private @Nullable RunRecord record;
  private @Nullable Claim planClaim;

  RunState(String id, Indexes indexes) {
    this.id = id;
    this.graph = new RunGraph(id, indexes);
  }

  /** The submission, while it is kept. */
  public @Nullable Submitted submission() {
    return submission;
  }

  /** In characters, roughly. */
  public long submissionSize() {
    return submissionSize;
  }

  void putSubmission(@Nullable Submitted next) {
    submission = next;
    submissionSize =
        next == null ? 0 : Long.MAX_VALUE - Room.after(next.document(), Long.MAX_VALUE);
  }

  /** The run as its record has it. */
  public Run written() {
    return Objects.requireNonNull(written, "the run has no record");
  }

  public RunRecord record() {
    return Objects.requireNonNull(record, "the run has no record");
  }

  public boolean recorded() {
    return record != null;
  }

  public boolean active() {
    return written != null && written.active();
  }

  /** Whether it has a claim; an unlocked run may go on without one. */
  public boolean holds() {
    return active() && !written().holdsNothing();
  }

  /** Whether the graph stands: the plan is accepted and the run has not ended. */
  public boolean built() {
    return graph.built();
  }

  /** Planned, or with a record of its own. */
  public @Nullable NodeEntry find(String node) {
    return graph.find(node);
  }

  /** The node of the plan in force; null if that plan does not have it. */
  public @Nullable NodeEntry planned(String node) {
    NodeEntry entry = graph.find(node);
    return entry != null && entry.isPlanned() ? entry : null;
  }

  /** The plan's nodes that match, sorted by id. */
  public List<NodeEntry> planned(Predicate<NodeEntry> which) {
    List<NodeEntry> found = new ArrayList<>();
    for (NodeEntry entry : graph.entries()) {
      if (entry.isPlanned() && which.test(entry)) {
        found.add(entry);
      }
    }
    found.sort(Comparator.comparing(entry -> entry.id));
    return found;
  }

  /** The nodes that are planned or have a record of their own, in no order. */
  public Collection<NodeEntry> entries() {
    return Collections.unmodifiableCollection(graph.entries());
  }

  public ReadyNodes ready() {
    return graph.ready();
  }

  public int count(NodeStatus standing) {
    return graph.count(standing);
  }

  /** How many nodes were never dispatched, and never will be once the run has ended. */
  public int neverDispatched() {
    return count(NodeStatus.PENDING) + count(NodeStatus.READY) + count(NodeStatus.EXPANDED);
  }

  public int outstanding() {
    return count(NodeStatus.DISPATCHED) + count(NodeStatus.STARTED);
  }

  int entryCount() {
    return graph.entries().size();
  }

  /** Nodes of the graph. */
  public int size() {
    return graph.size();
  }

  /** Placeholders that the planner has been asked about. */
  public int expanding() {
    return graph.expanding();
  }

  /** Whether it may wait for places of a provider that other runs have to free. */
  public boolean starved() {
    return built() && count(NodeStatus.READY) > 0 && !written().control().windows().isEmpty();
  }

  /** Whether it has records that are no longer needed. */
  public boolean hasLeftovers() {
    return written != null && !written.active() && leftovers() > 0 && !keepsAnswers();
  }

  /** Whether it has ended, and keeps answers for the command that asked for them. */
  public boolean keepsAnswers() {
    return written != null && written.ended() && !written.claims() && leftovers() > 0;
  }

  /** The size of the answers that it keeps, in characters, roughly. */
  public long answersSize() {
    return graph.outputs();
  }

  /** Records of nodes and parts. */
  public int leftovers() {
    return parts.leftovers() + graph.leftovers();
  }

  /** Whether it has no record but its own and its submission. */
  public boolean isBare() {
    return parts.keys().isEmpty() && graph.entries().isEmpty();
  }

  /** Whether it waits until the records of a plan that it left are removed. */
  public boolean isLeaving() {
    return active() && written().isQueued() && !isBare();
  }

  /** Whether nodes that need no worker are left for the next slice. */
  public boolean hasLocalWork() {
    return built() && ready().nextLocal() != null && written().mayRelease();
  }

  /** Null for both: the record was removed. */
  void putRecord(@Nullable Run next, @Nullable RunRecord encoded) {
    String plan = next == null || !next.active() ? null : next.planId();
    String before = written == null ? null : written.planId();
    boolean same = built() && plan != null && plan.equals(before);
    if (built() && !same) {
      graph.dismantle();
      planClaim = null;
    }
    written = next;
    record = encoded;
    if (plan != null && !same) {
      build();
    } else if (plan == null) {
      indexDoubts();
    }
    if (next == null || !(next.hold() instanceof Hold.OfPlan)) {
      planClaim = null;
    }
  }

  void putPart(PartKey key, @Nullable PlanPart part) {
    if (part == null) {
      removePart(key);
      return;
    }
    boolean added = parts.put(key, part);
    if (built() && added && part.expands() != null) {
      graph.add(List.of(part));
    } else if (!built()) {
      indexDoubts();
    }
  }

  private void removePart(PartKey key) {
    if (parts.remove(key) && built()) {
      graph.dismantle();
      planClaim = null;
      build();
    }
  }

  /** Sets the state of a node; {@link NodeState.None} removes its record. */
  void putNode(String node, NodeState next) {
    graph.put(node, next);
    if (!built() && !(next instanceof NodeState.None)) {
      indexDoubts();
    }
  }

  private void build() {
    graph.build(parts.of(written().planId()), parts.expansions());
  }

  /** For a run without a graph: nodes in doubt can be found by their address. */
  private void indexDoubts() {
    if (written != null && !written.active()) {
      parts.unresolved().forEach(graph::indexDoubt);
    }
  }

  /** What it holds of the workspace now. */
  public Claim held() {
    return switch (written().hold()) {
      case Hold.Nothing nothing ->
          outstanding() == 0 ? Claim.NOTHING : Claim.writing(outstandingAddresses());
      case Hold.Whole whole -> Claim.WHOLE;
      case Hold.Listed listed -> listed.wanted();
      case Hold.OfPlan ofPlan -> planClaim();
    };
  }

  public Claim planClaim() {
    if (planClaim == null) {
      planClaim = Claim.of(plannedNodes());
    }
    return planClaim;
  }

  /** The nodes of the plan itself, without what placeholders became. */
  public List<Node> plannedNodes() {
    List<Node> nodes = new ArrayList<>();
    partsOf(written().planId()).forEach(part -> nodes.addAll(part.nodes()));
    return nodes;
  }

  public @Nullable PlanPart part(String planId, int i) {
    return parts.find(new PartKey(planId, i));
  }

  public Set<PartKey> parts() {
    return parts.keys();
  }

  public List<PlanPart> partsOf(@Nullable String planId) {
    return parts.of(planId);
  }

  /** The parts of what a placeholder became; none while that is not known. */
  public List<PlanPart> expansion(String placeholder) {
    return parts.allOf(RecordKeys.expanded(placeholder));
  }

  public Set<Address> outstandingAddresses() {
    Set<Address> addresses = new HashSet<>();
    for (NodeEntry entry : graph.entries()) {
      if (entry.isPlanned() && entry.outstanding() && entry.closes()) {
        addresses.add(entry.planned().address().live());
      }
    }
    return addresses;
  }
}
