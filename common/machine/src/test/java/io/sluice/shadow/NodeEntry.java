package io.sluice.shadow;

import io.sluice.machine.task.InitialRelease;
import io.sluice.model.Phase;
import io.sluice.model.plan.Node;
import io.sluice.model.record.NodeRecord;
import io.sluice.model.record.NodeStatus;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A node of a run as it is held in memory: the plan's node, the record, and what follows from both.
 * The standing follows from the record and from what the node waits for; it is never stored.
 */
final class NodeEntry {
  static final Comparator<NodeEntry> LEAVING =
      Comparator.comparing(NodeEntry::planned, InitialRelease.ORDER);

  final RunState run;
  final String id;
  @Nullable Node node;
  @Nullable NodeRecord record;
  NodeStatus standing = NodeStatus.PENDING;

  /** Nodes that this one waits for and that have not succeeded. */
  int unmet;

  /** Nodes that this one waits for and that never will. */
  int lost;

  /** Of an expanded placeholder: deletes of instances that are too many. */
  List<NodeEntry> surplus = List.of();

  private List<NodeEntry> dependents = List.of();

  NodeEntry(RunState run, String id) {
    this.run = run;
    this.id = id;
  }

  Node planned() {
    if (node == null) {
      throw new IllegalStateException("node " + id + " of run " + run.id + " is not planned");
    }
    return node;
  }

  NodeRecord known() {
    return record == null ? Nodes.NEW : record;
  }

  List<NodeEntry> dependents() {
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
    dependents = List.of();
    surplus = List.of();
    standing = NodeStatus.PENDING;
    unmet = 0;
    lost = 0;
  }

  boolean succeeded() {
    return standing == NodeStatus.SUCCEEDED;
  }

  /** Nothing that waits for it will ever leave. A node in doubt is not lost: it may be resolved. */
  boolean isLost() {
    return standing == NodeStatus.FAILED
        || standing == NodeStatus.SKIPPED
        || standing == NodeStatus.CANCELLED;
  }

  /** A worker, or the planner for a placeholder, has it and will be heard of. */
  boolean outstanding() {
    return standing == NodeStatus.DISPATCHED || standing == NodeStatus.STARTED;
  }

  /** Whether it is a worker that does it, and so takes a place in the window. */
  boolean sent() {
    return InitialRelease.sent(planned());
  }

  boolean calling() {
    return record != null && record.phase() == Phase.CALLING;
  }

  NodeStatus derivedStanding() {
    if (record == null || record.status() == NodeStatus.READY) {
      if (lost > 0) {
        return NodeStatus.SKIPPED;
      }
      if (unmet > 0) {
        return NodeStatus.PENDING;
      }
      return planned().action().isIdle() ? NodeStatus.SUCCEEDED : NodeStatus.READY;
    }
    if (record.status() == NodeStatus.EXPANDED) {
      if (lost > 0) {
        return NodeStatus.SKIPPED;
      }
      return unmet == 0 ? NodeStatus.SUCCEEDED : NodeStatus.EXPANDED;
    }
    return record.status();
  }
}
