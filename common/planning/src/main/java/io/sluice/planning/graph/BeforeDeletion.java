package io.sluice.planning.graph;

import io.sluice.model.plan.Node;
import io.sluice.model.record.StateRecord;
import io.sluice.planning.decide.DesiredState;
import io.sluice.planning.decide.StateIndex;
import java.util.List;

/**
 * Steps that a deletion waits for. They belong to it: they wait for whatever it waits for, and are
 * put into the graph once it is certain which objects go.
 */
final class BeforeDeletion {
  private final NodeGraph graph;
  private final StateIndex state;
  private final DesiredState wanting;

  BeforeDeletion(NodeGraph graph, StateIndex state, DesiredState wanting) {
    this.graph = graph;
    this.state = state;
    this.wanting = wanting;
  }

  void add() {
    for (Vertex vertex : List.copyOf(graph.vertices())) {
      switch (vertex) {
        case Vertex.OldHalf half -> add(vertex, half.record());
        case Vertex.Unwanted unwanted -> add(vertex, unwanted.record());
        case Vertex.Wanted wanted -> {}
        case Vertex.Imported imported -> {}
        case Vertex.Gone gone -> {}
        case Vertex.Companion companion -> {}
        case Vertex.Forgotten forgotten -> {}
        case Vertex.Late late -> {}
        case Vertex.Unexpanded unexpanded -> {}
      }
    }
  }

  /** What is in doubt stays, and nothing happens before that. */
  private void add(Vertex deletion, StateRecord record) {
    List<Node> steps =
        state.isClosed(record.address()) ? List.of() : wanting.beforeDeletion(record);
    List<String> before = graph.before(deletion.id());
    String last = "";
    for (Node step : steps) {
      graph.add(new Vertex.Companion(step));
      before.forEach(id -> graph.order(id, step.id()));
      graph.order(last, step.id());
      last = step.id();
    }
    graph.order(last, deletion.id());
  }
}
