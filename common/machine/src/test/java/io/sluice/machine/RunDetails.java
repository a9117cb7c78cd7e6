package io.sluice.machine;

import io.sluice.machine.graph.NodeEntry;
import io.sluice.machine.graph.RunState;
import io.sluice.machine.graph.WorkspaceState;
import io.sluice.machine.narrate.NodeNarrator;
import io.sluice.machine.node.NodeCodec;
import io.sluice.machine.node.NodeState;
import io.sluice.model.record.NodeRecord;
import io.sluice.model.record.NodeStatus;
import io.sluice.model.record.NodeSummary;
import io.sluice.model.record.RunRecord;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A run and its nodes as people ask for them: also those that have no record of their own. */
public record RunDetails(RunRecord run, Map<String, NodeRecord> nodes, int more) {
  private static final NodeRecord NEW = NodeCodec.encode(NodeState.None.INSTANCE);

  /** The run, with at most {@code limit} nodes in the order of their ids. */
  public static Optional<RunDetails> of(WorkspaceState state, String id, int limit) {
    RunState run = state.runState(id);
    if (run == null) {
      return Optional.empty();
    }
    TreeMap<String, NodeRecord> nodes = new TreeMap<>();
    for (NodeEntry entry : run.entries()) {
      nodes.put(
          entry.id,
          run.built() && entry.isPlanned() ? shown(run, entry) : NodeCodec.encode(entry.state()));
      if (nodes.size() > limit) {
        nodes.pollLastEntry();
      }
    }
    for (NodeSummary left : run.record().failed()) {
      nodes.putIfAbsent(left.node(), shown(NEW, left.status(), left.message()));
    }
    return Optional.of(
        new RunDetails(run.record(), nodes, Math.max(0, run.entries().size() - nodes.size())));
  }

  private static NodeRecord shown(RunState run, NodeEntry entry) {
    NodeRecord record = NodeCodec.encode(entry.state());
    if (record.status() == entry.standing()) {
      return record;
    }
    String reason =
        entry.standing() == NodeStatus.SKIPPED
            ? NodeNarrator.lostDependency(run, entry)
            : record.reason();
    return shown(record, entry.standing(), reason);
  }

  private static NodeRecord shown(NodeRecord was, NodeStatus standing, @Nullable String reason) {
    return NodeRecord.of(
        draft -> {
          draft.status = standing;
          draft.attempt = was.attempt();
          draft.failures = was.failures();
          draft.recoveries = was.recoveries();
          draft.token = was.token();
          draft.recovering = was.recovering() || standing == NodeStatus.IN_DOUBT;
          draft.recoverAfter = was.recoverAfter();
          draft.error = was.error();
          draft.reason = reason;
        });
  }
}
