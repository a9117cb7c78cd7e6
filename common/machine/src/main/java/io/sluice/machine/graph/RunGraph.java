package io.sluice.machine.graph;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.machine.node.NodeState;
import io.sluice.machine.task.Room;
import io.sluice.model.message.InboxMessage.PlanPart;
import io.sluice.model.plan.Node;
import io.sluice.model.record.NodeStatus;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of a run and, while its plan is followed, the graph that they make. Derived values
 * change by the difference that a state makes, so a result costs the same in a small run and in a
 * large one.
 */
final class RunGraph {
  private final String run;
  private final Indexes indexes;
  private final Map<String, NodeEntry> entries = new HashMap<>();
  private final ReadyNodes ready = new ReadyNodes();
  private final int[] standings = new int[NodeStatus.values().length];
  private boolean built;
  private int expanding;
  private int leftovers;
  private long outputs;

  RunGraph(String run, Indexes indexes) {
    this.run = run;
    this.indexes = indexes;
  }

  boolean built() {
    return built;
  }

  @Nullable NodeEntry find(String node) {
    return entries.get(node);
  }

  Collection<NodeEntry> entries() {
    return entries.values();
  }

  ReadyNodes ready() {
    return ready;
  }

  int count(NodeStatus standing) {
    return standings[standing.ordinal()];
  }

  /** How many nodes the graph has. */
  int size() {
    int nodes = 0;
    for (int standing : standings) {
      nodes += standing;
    }
    return nodes;
  }

  /** Placeholders that the planner has been asked about. */
  int expanding() {
    return expanding;
  }

  /** The size of the outputs that its nodes keep, in characters, roughly. */
  long outputs() {
    return outputs;
  }

  private static long output(NodeState state) {
    JsonNode outputs =
        switch (state) {
          case NodeState.Succeeded done -> done.outputs();
          case NodeState.Expanded done -> done.outputs();
          default -> null;
        };
    return outputs == null ? 0 : Long.MAX_VALUE - Room.after(outputs, Long.MAX_VALUE);
  }

  /** Records that nothing needs once the plan is left. */
  int leftovers() {
    return leftovers;
  }

  void build(Collection<PlanPart> plan, Collection<PlanPart> expansions) {
    built = true;
    entries.values().forEach(indexes::remove);
    entries.values().forEach(NodeEntry::forgetGraph);
    add(plan);
    add(expansions);
  }

  void dismantle() {
    for (NodeEntry entry : entries.values()) {
      if (entry.node != null) {
        indexes.remove(entry);
        ready.remove(entry);
        count(entry, -1);
      }
    }
    built = false;
    entries.values().removeIf(entry -> !entry.stored());
    entries.values().forEach(NodeEntry::forgetGraph);
  }

  void add(Collection<PlanPart> added) {
    List<NodeEntry> fresh = new ArrayList<>();
    for (PlanPart part : added) {
      for (Node node : part.nodes()) {
        NodeEntry entry = entries.computeIfAbsent(node.id(), id -> new NodeEntry(run, id));
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
    settle(new ArrayDeque<>(fresh));
  }

  /** Sets the state of a node; {@link NodeState.None} removes its record. */
  void put(String node, NodeState next) {
    NodeEntry entry = entries.get(node);
    boolean removed = next instanceof NodeState.None;
    if (entry == null) {
      if (removed) {
        return;
      }
      entry = new NodeEntry(run, node);
      entries.put(node, entry);
    }
    leftovers += leftover(next) - leftover(entry.state);
    outputs += output(next) - output(entry.state);
    if (built && entry.node != null) {
      change(entry, next);
      return;
    }
    indexes.remove(entry);
    entry.state = next;
    if (removed) {
      entries.remove(node);
    }
  }

  /** For a run without a graph: a node in doubt can be found by its address. */
  void indexDoubt(Node node) {
    NodeEntry entry = entries.get(node.id());
    if (entry != null) {
      entry.node = node;
      indexes.addDoubt(entry);
    }
  }

  private static int leftover(NodeState state) {
    return state instanceof NodeState.None || state instanceof NodeState.InDoubt ? 0 : 1;
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
    if (move(entry, standing)) {
      settle(new ArrayDeque<>(entry.dependents()));
    }
  }

  /** Lets every change of standing reach what waits for it. */
  private void settle(Deque<NodeEntry> changed) {
    while (!changed.isEmpty()) {
      NodeEntry entry = changed.pollFirst();
      NodeStatus standing = entry.derivedStanding();
      if (standing != entry.standing) {
        indexes.remove(entry);
        ready.remove(entry);
        if (move(entry, standing)) {
          changed.addAll(entry.dependents());
        }
      }
    }
  }

  /** Whether the standing of its dependents may have changed. */
  private boolean move(NodeEntry entry, NodeStatus standing) {
    boolean succeeded = entry.succeeded();
    boolean lost = entry.isLost();
    count(entry, -1);
    entry.standing = standing;
    count(entry, 1);
    index(entry);
    if (standing == NodeStatus.SKIPPED) {
      indexes.skipped(entry);
    }
    int met = (entry.succeeded() ? 1 : 0) - (succeeded ? 1 : 0);
    int more = (entry.isLost() ? 1 : 0) - (lost ? 1 : 0);
    if (met == 0 && more == 0) {
      return false;
    }
    for (NodeEntry dependent : entry.dependents()) {
      dependent.unmet -= met;
      dependent.lost += more;
    }
    return true;
  }

  private void index(NodeEntry entry) {
    if (entry.standing == NodeStatus.READY) {
      ready.add(entry);
    }
    indexes.add(entry);
  }

  private void count(NodeEntry entry, int by) {
    standings[entry.standing.ordinal()] += by;
    expanding += entry.outstanding() && !entry.sent() ? by : 0;
  }
}
