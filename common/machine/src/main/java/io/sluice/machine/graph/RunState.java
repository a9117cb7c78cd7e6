package io.sluice.machine.graph;

import io.sluice.machine.claim.Claim;
import io.sluice.machine.node.NodeState;
import io.sluice.machine.run.Run;
import io.sluice.machine.task.Lookup;
import io.sluice.machine.task.Room;
import io.sluice.model.Address;
import io.sluice.model.message.InboxMessage.PlanPart;
import io.sluice.model.message.InboxMessage.Submitted;
import io.sluice.model.plan.Node;
import io.sluice.model.record.NodeStatus;
import io.sluice.model.record.RecordKeys;
import io.sluice.model.record.RunPhase;
import io.sluice.model.record.RunRecord;
import io.sluice.model.record.RunRecord.ClaimScope;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One run in memory: its records, and the graph that they make while it is planned and not ended.
 * All that is derived changes by the difference that a record makes, so a result costs the same in
 * a small run and in a large one; folding the record before brings back what was.
 */
public final class RunState {
  public record PartKey(String planId, int i) implements Comparable<PartKey> {
    private static final Comparator<PartKey> ORDER =
        Comparator.comparing(PartKey::planId).thenComparingInt(PartKey::i);

    @Override
    public int compareTo(PartKey other) {
      return ORDER.compare(this, other);
    }
  }

  public final String id;
  public final TreeMap<PartKey, PlanPart> parts = new TreeMap<>();
  public final Map<String, NodeEntry> entries = new HashMap<>();
  public final Ready ready = new Ready();
  public @Nullable Submitted submission;
  private long submissionSize;

  /** Where its nodes find values; made when it is first asked for. */
  @Nullable Lookup lookup;

  /** While an input is decided on: what is to become of the record. */
  @Nullable RunEdit edit;

  private final Indexes indexes;
  private final int[] standings = new int[NodeStatus.values().length];
  private @Nullable Run written;
  private @Nullable RunRecord record;
  private @Nullable Claim planClaim;
  private boolean built;
  private int expanding;
  private int leftoverParts;
  private int leftoverRecords;

  RunState(String id, Indexes indexes) {
    this.id = id;
    this.indexes = indexes;
  }

  void putSubmission(@Nullable Submitted next) {
    submission = next;
    submissionSize =
        next == null ? 0 : Long.MAX_VALUE - Room.after(next.document(), Long.MAX_VALUE);
  }

  /** In characters, roughly. */
  public long submissionSize() {
    return submissionSize;
  }

  /** As its record has it. */
  public Run written() {
    return Objects.requireNonNull(written, "the run has no record");
  }

  public RunRecord record() {
    return Objects.requireNonNull(record, "the run has no record");
  }

  boolean recorded() {
    return record != null;
  }

  public boolean active() {
    return written != null && written.active();
  }

  /** Whether it has a claim; one that was unlocked may go on without. */
  public boolean holds() {
    return active() && written().claim() != null;
  }

  /** Whether the graph stands: the plan is accepted and the run has not ended. */
  public boolean built() {
    return built;
  }

  public int count(NodeStatus standing) {
    return standings[standing.ordinal()];
  }

  /** Those of the graph. */
  int nodes() {
    int nodes = 0;
    for (int standing : standings) {
      nodes += standing;
    }
    return nodes;
  }

  public int outstanding() {
    return count(NodeStatus.DISPATCHED) + count(NodeStatus.STARTED);
  }

  /** Placeholders that the planner has been asked about. */
  public int expanding() {
    return expanding;
  }

  /** Whether it may wait for places of a provider that other runs have to free. */
  public boolean starved() {
    return built && count(NodeStatus.READY) > 0 && !written().control().windows().isEmpty();
  }

  /** Whether records stand that nobody needs any more. */
  public boolean hasLeftovers() {
    return written != null && !written.active() && leftoverParts + leftoverRecords > 0;
  }

  /** Records of nodes and parts. */
  public int leftovers() {
    return leftoverParts + leftoverRecords;
  }

  /** Whether it waits for the records of a plan that it has left to be gone. */
  public boolean isLeaving() {
    return active()
        && written().phase() == RunPhase.QUEUED
        && (!entries.isEmpty() || !parts.isEmpty());
  }

  /** Whether more was ready that needs no worker than is done at a time. */
  public boolean hasLocalWork() {
    return built && ready.nextLocal() != null && written().mayRelease();
  }

  /** Both null: there is no record any more. */
  void putRecord(@Nullable Run next, @Nullable RunRecord encoded) {
    String plan = next == null || !next.active() ? null : next.planId();
    String before = written == null ? null : written.planId();
    boolean same = built && plan != null && plan.equals(before);
    if (built && !same) {
      dismantle();
    }
    written = next;
    record = encoded;
    if (plan != null && !same) {
      assemble();
    } else if (plan == null) {
      indexDoubts();
    }
    if (next == null || next.claim() != ClaimScope.PLAN) {
      planClaim = null;
    }
  }

  void putPart(PartKey key, @Nullable PlanPart part) {
    if (part == null) {
      removePart(key);
      return;
    }
    PlanPart before = parts.put(key, part);
    if (before == null && !part.planId().equals(RecordKeys.UNRESOLVED)) {
      leftoverParts++;
    }
    if (built && before == null && part.expands() != null) {
      add(List.of(part));
    } else if (!built) {
      indexDoubts();
    }
  }

  private void removePart(PartKey key) {
    PlanPart before = parts.remove(key);
    if (before == null) {
      return;
    }
    if (!key.planId().equals(RecordKeys.UNRESOLVED)) {
      leftoverParts--;
    }
    if (built) {
      dismantle();
      assemble();
    }
  }

  /** Puts the node where it stands; {@link NodeState.None} takes its record away. */
  void putNode(String node, NodeState next) {
    NodeEntry entry = entries.get(node);
    boolean removed = next instanceof NodeState.None;
    if (entry == null) {
      if (removed) {
        return;
      }
      entry = new NodeEntry(this, node);
      entries.put(node, entry);
    }
    leftoverRecords += leftover(next) - leftover(entry.state);
    if (built && entry.node != null) {
      change(entry, next);
      return;
    }
    indexes.remove(entry);
    entry.state = next;
    if (removed) {
      entries.remove(node);
    } else if (!built) {
      indexDoubts();
    }
  }

  /** What it holds of the workspace now. */
  public Claim held() {
    ClaimScope scope = written().claim();
    if (scope == null) {
      return outstanding() == 0 ? Claim.NOTHING : Claim.writing(outstandingAddresses());
    }
    return switch (scope) {
      case WHOLE -> Claim.WHOLE;
      case LISTED -> written().hold().wanted();
      case PLAN -> planClaim();
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
    for (PlanPart part : partsOf(written().planId())) {
      nodes.addAll(part.nodes());
    }
    return nodes;
  }

  public List<PlanPart> partsOf(@Nullable String planId) {
    List<PlanPart> found = new ArrayList<>();
    if (planId != null) {
      for (PlanPart part :
          parts
              .subMap(new PartKey(planId, 0), true, new PartKey(planId, Integer.MAX_VALUE), true)
              .values()) {
        if (part.expands() == null) {
          found.add(part);
        }
      }
    }
    return found;
  }

  /** What a placeholder became, in parts; none while that is not known. */
  public List<PlanPart> expansion(String placeholder) {
    String planId = RecordKeys.expanded(placeholder);
    return List.copyOf(
        parts
            .subMap(new PartKey(planId, 0), true, new PartKey(planId, Integer.MAX_VALUE), true)
            .values());
  }

  public Set<Address> outstandingAddresses() {
    Set<Address> addresses = new HashSet<>();
    for (NodeEntry entry : entries.values()) {
      if (entry.outstanding() && entry.node != null) {
        addresses.add(entry.node.address().live());
      }
    }
    return addresses;
  }

  private static int leftover(NodeState state) {
    return state instanceof NodeState.None || state instanceof NodeState.InDoubt ? 0 : 1;
  }

  private void assemble() {
    built = true;
    entries.values().forEach(indexes::remove);
    entries.values().forEach(NodeEntry::forgetGraph);
    List<PlanPart> plan = partsOf(written().planId());
    add(plan);
    List<PlanPart> expansions = new ArrayList<>();
    for (PlanPart part : parts.values()) {
      if (part.expands() != null) {
        expansions.add(part);
      }
    }
    add(expansions);
  }

  private void dismantle() {
    for (NodeEntry entry : entries.values()) {
      if (entry.node != null) {
        unindex(entry);
      }
    }
    built = false;
    entries.values().removeIf(entry -> !entry.stored());
    entries.values().forEach(NodeEntry::forgetGraph);
    planClaim = null;
  }

  /** For a run without a graph: nodes in doubt can be found by their address. */
  private void indexDoubts() {
    if (written == null || written.active()) {
      return;
    }
    for (PlanPart part : parts.tailMap(new PartKey("!", 0), true).values()) {
      if (!part.planId().equals(RecordKeys.UNRESOLVED)) {
        continue;
      }
      for (Node node : part.nodes()) {
        NodeEntry entry = entries.get(node.id());
        if (entry != null) {
          entry.node = node;
          indexes.addDoubt(entry);
        }
      }
    }
  }

  private void add(Collection<PlanPart> added) {
    List<NodeEntry> fresh = new ArrayList<>();
    for (PlanPart part : added) {
      for (Node node : part.nodes()) {
        NodeEntry entry = entries.computeIfAbsent(node.id(), any -> new NodeEntry(this, node.id()));
        if (entry.node == null) {
          entry.node = node;
          fresh.add(entry);
          standings[NodeStatus.PENDING.ordinal()]++;
        }
      }
    }
    fresh.forEach(entry -> Edges.link(entry, entries));
    for (PlanPart part : added) {
      settle(new ArrayDeque<>(Edges.linkExpansion(part, entries)));
    }
    Deque<NodeEntry> changed = new ArrayDeque<>(fresh);
    settle(changed);
  }

  private void change(NodeEntry entry, NodeState next) {
    indexes.remove(entry);
    ready.remove(entry);
    entry.state = next;
    NodeStatus standing = entry.derivedStanding();
    if (standing == entry.standing) {
      index(entry);
      return;
    }
    Deque<NodeEntry> changed = new ArrayDeque<>();
    move(entry, standing, changed);
    settle(changed);
  }

  /** Lets every change of standing reach what waits for it. */
  private void settle(Deque<NodeEntry> changed) {
    while (!changed.isEmpty()) {
      NodeEntry entry = changed.pollFirst();
      NodeStatus standing = entry.derivedStanding();
      if (standing != entry.standing) {
        indexes.remove(entry);
        ready.remove(entry);
        move(entry, standing, changed);
      }
    }
  }

  private void move(NodeEntry entry, NodeStatus standing, Deque<NodeEntry> changed) {
    boolean succeeded = entry.succeeded();
    boolean lost = entry.isLost();
    standings[entry.standing.ordinal()]--;
    expanding -= asked(entry);
    entry.standing = standing;
    standings[standing.ordinal()]++;
    expanding += asked(entry);
    index(entry);
    if (standing == NodeStatus.SKIPPED && edit != null) {
      edit.skipped(entry);
    }
    int met = (entry.succeeded() ? 1 : 0) - (succeeded ? 1 : 0);
    int more = (entry.isLost() ? 1 : 0) - (lost ? 1 : 0);
    if (met != 0 || more != 0) {
      for (NodeEntry dependent : entry.dependents()) {
        dependent.unmet -= met;
        dependent.lost += more;
        changed.addLast(dependent);
      }
    }
  }

  private void index(NodeEntry entry) {
    if (entry.standing == NodeStatus.READY) {
      ready.add(entry);
    }
    indexes.add(entry);
  }

  private void unindex(NodeEntry entry) {
    indexes.remove(entry);
    ready.remove(entry);
    standings[entry.standing.ordinal()]--;
    expanding -= asked(entry);
  }

  private static int asked(NodeEntry entry) {
    return entry.outstanding() && !entry.sent() ? 1 : 0;
  }
}
