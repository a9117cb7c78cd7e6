package io.sluice.machine.graph;

import io.sluice.machine.node.NodeState;
import io.sluice.machine.task.TaskFactory;
import io.sluice.model.Address;
import io.sluice.model.record.NodeStatus;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Answers questions across the runs of a workspace: which addresses are out, how many tasks a
 * provider has, which workers hold leases, what falls due, what is in doubt. It is derived from the
 * nodes and never stored.
 */
public final class Indexes {
  private static final Comparator<NodeEntry> BY_NAME =
      Comparator.comparing((NodeEntry entry) -> entry.run).thenComparing(entry -> entry.id);

  private final Map<Address, NodeEntry> outstanding = new HashMap<>();
  private final Map<String, Integer> byProvider = new HashMap<>();
  private final Map<String, Set<NodeEntry>> leases = new TreeMap<>();
  private final Map<String, Map<String, Integer>> unclaimed = new TreeMap<>();
  private final Map<Address, NodeEntry> doubts = new TreeMap<>();
  private final TreeSet<NodeEntry> waiting =
      new TreeSet<>(Comparator.comparing(Indexes::dueAt).thenComparing(BY_NAME));

  /** Hears of each node that becomes skipped. */
  private @Nullable Consumer<NodeEntry> skips;

  void onSkip(@Nullable Consumer<NodeEntry> listener) {
    skips = listener;
  }

  void skipped(NodeEntry entry) {
    if (skips != null) {
      skips.accept(entry);
    }
  }

  void add(NodeEntry entry) {
    switch (entry.standing) {
      case DISPATCHED, STARTED -> addOutstanding(entry);
      case WAITING -> addWaiting(entry);
      case IN_DOUBT -> addDoubt(entry);
      case PENDING, READY, EXPANDED, SUCCEEDED, FAILED, SKIPPED, CANCELLED -> {}
    }
  }

  /** Removes the entry from every index that its standing and record put it into. */
  void remove(NodeEntry entry) {
    if (entry.node != null) {
      doubts.remove(TaskFactory.priorAddress(entry.node), entry);
    }
    switch (entry.standing) {
      case DISPATCHED, STARTED -> removeOutstanding(entry);
      case WAITING -> waiting.remove(entry);
      case PENDING, READY, EXPANDED, SUCCEEDED, FAILED, SKIPPED, CANCELLED, IN_DOUBT -> {}
    }
  }

  /** A node that waits for a person has no due time. */
  private void addWaiting(NodeEntry entry) {
    if (entry.state instanceof NodeState.Waiting) {
      waiting.add(entry);
    }
  }

  void addDoubt(NodeEntry entry) {
    if (entry.inDoubt() && entry.node != null) {
      doubts.put(TaskFactory.priorAddress(entry.node), entry);
    }
  }

  public @Nullable NodeEntry outstandingAt(Address live) {
    return outstanding.get(live);
  }

  public int outstandingOf(String provider) {
    return byProvider.getOrDefault(provider, 0);
  }

  /** How many tasks no worker is known to have acquired, by pool and run. */
  Map<String, Map<String, Integer>> unclaimed() {
    return unclaimed;
  }

  Set<String> incarnations() {
    return new TreeSet<>(leases.keySet());
  }

  public Set<NodeEntry> leasesOf(String incarnation) {
    Set<NodeEntry> sorted = new TreeSet<>(BY_NAME);
    sorted.addAll(leases.getOrDefault(incarnation, Set.of()));
    return sorted;
  }

  /** By the record that they are about. */
  public Map<Address, NodeEntry> doubts() {
    return doubts;
  }

  public @Nullable NodeEntry doubtAround(Address live) {
    for (NodeEntry entry : doubts.values()) {
      if (entry.planned().address().live().equals(live)) {
        return entry;
      }
    }
    return null;
  }

  /** Those that have fallen due, in the order in which they did. */
  public Set<NodeEntry> due(Instant now) {
    Set<NodeEntry> due = new TreeSet<>(waiting.comparator());
    for (NodeEntry entry : waiting) {
      if (dueAt(entry).isAfter(now)) {
        break;
      }
      due.add(entry);
    }
    return due;
  }

  @Nullable Instant nextDue() {
    return waiting.isEmpty() ? null : dueAt(waiting.first());
  }

  private void addOutstanding(NodeEntry entry) {
    if (!entry.sent()) {
      return;
    }
    if (entry.closes()) {
      outstanding.put(entry.planned().address().live(), entry);
    }
    byProvider.merge(entry.provider(), 1, Integer::sum);
    if (entry.standing == NodeStatus.STARTED) {
      leases.computeIfAbsent(incarnation(entry), any -> new HashSet<>()).add(entry);
    } else {
      unclaimed
          .computeIfAbsent(TaskFactory.pool(entry.planned()), any -> new TreeMap<>())
          .merge(entry.run, 1, Integer::sum);
    }
  }

  private void removeOutstanding(NodeEntry entry) {
    if (!entry.sent()) {
      return;
    }
    outstanding.remove(entry.planned().address().live(), entry);
    byProvider.computeIfPresent(entry.provider(), (key, n) -> n == 1 ? null : n - 1);
    if (entry.standing == NodeStatus.DISPATCHED) {
      removeUnclaimed(TaskFactory.pool(entry.planned()), entry.run);
      return;
    }
    Set<NodeEntry> held = leases.get(incarnation(entry));
    if (held != null && held.remove(entry) && held.isEmpty()) {
      leases.remove(incarnation(entry));
    }
  }

  private void removeUnclaimed(String pool, String run) {
    Map<String, Integer> runs = unclaimed.get(pool);
    if (runs != null) {
      runs.computeIfPresent(run, (id, count) -> count == 1 ? null : count - 1);
      if (runs.isEmpty()) {
        unclaimed.remove(pool);
      }
    }
  }

  private static String incarnation(NodeEntry entry) {
    return entry.state instanceof NodeState.Leased leased ? leased.lease().incarnation() : "";
  }

  private static Instant dueAt(NodeEntry entry) {
    return entry.state instanceof NodeState.Waiting waiting ? waiting.dueAt() : Instant.EPOCH;
  }
}
