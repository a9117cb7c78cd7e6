package io.sluice.planning.graph;

import io.sluice.model.Address;
import io.sluice.model.NodeId;
import io.sluice.model.NodeId.Role;
import io.sluice.model.message.InboxMessage.Held;
import io.sluice.model.record.RecordStatus;
import io.sluice.planning.decide.StateIndex;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What is in doubt and what waits for it: it is in the plan, but must not be begun; all else goes
 * on.
 */
final class HeldBack {
  private final NodeGraph graph;
  private final StateIndex state;

  HeldBack(NodeGraph graph, StateIndex state) {
    this.graph = graph;
    this.state = state;
  }

  List<Held> all() {
    List<Held> held = new ArrayList<>();
    Set<String> closed = new HashSet<>();
    for (Vertex vertex : graph.vertices()) {
      if (state.isClosed(vertex.address())) {
        closed.add(vertex.id());
      }
    }
    if (closed.isEmpty()) {
      return held;
    }
    Set<String> all = graph.withDependents(withPairs(graph.withDependents(closed)));
    for (Vertex vertex : graph.vertices()) {
      if (all.contains(vertex.id()) && !vertex.action().isIdle()) {
        String reason =
            closed.contains(vertex.id()) ? doubt(vertex) : "it depends on an object in doubt";
        held.add(new Held(vertex.id(), reason));
      }
    }
    return held;
  }

  private String doubt(Vertex vertex) {
    Address live = vertex.address().live();
    return state
        .find(live)
        .filter(record -> record.status() == RecordStatus.IN_DOUBT)
        .map(
            record ->
                "it has been in doubt since run "
                    + record.runId()
                    + ": resolve it with sluice runs resolve "
                    + record.runId()
                    + " '"
                    + vertex.id()
                    + "' --adopt ID, --retry or --abandon")
        .orElse("an operation on it is in doubt: resolve it with sluice runs resolve");
  }

  /** One half of a replace is never done without the other. */
  private static Set<String> withPairs(Set<String> ids) {
    Set<String> all = new HashSet<>(Targets.withHalves(ids));
    for (String id : ids) {
      if (NodeId.role(id) == Role.DELETE) {
        all.add(NodeId.parse(id).subject().text());
      }
    }
    return all;
  }
}
