package io.sluice.machine.graph;

import io.sluice.machine.node.NodeState;
import io.sluice.machine.task.InitialRelease;
import io.sluice.model.Action.Claims;
import io.sluice.model.plan.Node;
import io.sluice.model.record.NodeStatus;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A node of a run as it is held in memory: the plan's node, its state, and what follows from both.
 * The standing follows from the state and from what the node waits for; it is never stored.
 */
public final class NodeEntry {
  static final Comparator<NodeEntry> RELEASE_ORDER =
      (a, b) -> InitialRelease.ORDER.compare(a.planned(), b.planned());

  public final String run;
  public final String id;
  @Nullable Node node;
  NodeState state = NodeState.None.INSTANCE;
  NodeStatus standing = NodeStatus.PENDING;

  /** Nodes that this one waits for and that have not succeeded. */
  int unmet;

  /** Nodes that this one waits for and that never will. */
  int lost;

  /** Of an expanded placeholder: the deletes of surplus instances. */
  List<NodeEntry> surplus = List.of();

  private List<NodeEntry> dependents = List.of();
  private @Nullable String provider;

  NodeEntry(String run, String id) {
    this.run = run;
    this.id = id;
  }

  public NodeState state() {
    return state;
  }

  public NodeStatus standing() {
    return standing;
  }

  public boolean isPlanned() {
    return node != null;
  }

  public Node planned() {
    if (node == null) {
      throw new IllegalStateException("node " + id + " of run " + run + " is not planned");
    }
    return node;
  }

  /** Whether a record of it stands. */
  public boolean stored() {
    return !(state instanceof NodeState.None);
  }

  public boolean inDoubt() {
    return state instanceof NodeState.InDoubt;
  }

  public List<NodeEntry> dependents() {
    return dependents;
  }

  void addDependent(NodeEntry dependent) {
    if (dependents.isEmpty()) {
      dependents = new ArrayList<>(2);
    }
    dependents.add(dependent);
  }

  void forgetGraph() {
    node = null;
    provider = null;
    dependents = List.of();
    surplus = List.of();
    standing = NodeStatus.PENDING;
    unmet = 0;
    lost = 0;
  }

  public boolean succeeded() {
    return standing == NodeStatus.SUCCEEDED;
  }

  /** Nothing that waits for it will ever leave. A node in doubt is not lost: it may be resolved. */
  public boolean isLost() {
    return standing == NodeStatus.FAILED
        || standing == NodeStatus.SKIPPED
        || standing == NodeStatus.CANCELLED;
  }

  /** A worker, or the planner for a placeholder, has it and will report. */
  public boolean outstanding() {
    return standing == NodeStatus.DISPATCHED || standing == NodeStatus.STARTED;
  }

  /** Whether a worker carries it out, so that it takes a place in the window. */
  public boolean sent() {
    return InitialRelease.sent(planned());
  }

  /** Whether its address is closed to others while it is out. */
  boolean closes() {
    return planned().action().claims() != Claims.NOTHING;
  }

  /** Its task is out, and no worker is known to have it. */
  public boolean unclaimed() {
    return node != null && standing == NodeStatus.DISPATCHED && sent();
  }

  /** The planner is asked what it becomes. */
  public boolean asked() {
    return node != null && standing == NodeStatus.DISPATCHED && !sent();
  }

  /** Whether a call is known to have begun. */
  public boolean calling() {
    return state instanceof NodeState.Returned
        || (state instanceof NodeState.Leased leased && leased.calling());
  }

  /** The provider configuration whose places it takes; many nodes share its name. */
  String provider() {
    if (provider == null) {
      provider = InitialRelease.provider(planned()).intern();
    }
    return provider;
  }

  NodeStatus derivedStanding() {
    if (state instanceof NodeState.None || state instanceof NodeState.Ready) {
      return free();
    }
    if (!(state instanceof NodeState.Expanded)) {
      return state.status();
    }
    if (lost > 0) {
      return NodeStatus.SKIPPED;
    }
    return unmet == 0 ? NodeStatus.SUCCEEDED : NodeStatus.EXPANDED;
  }

  private NodeStatus free() {
    if (lost > 0) {
      return NodeStatus.SKIPPED;
    }
    if (unmet > 0) {
      return NodeStatus.PENDING;
    }
    return planned().action().isIdle() ? NodeStatus.SUCCEEDED : NodeStatus.READY;
  }
}
