package io.sluice.planning.document.check;

import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.planning.document.expand.Edge;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jgrapht.Graph;
import org.jgrapht.GraphPath;
import org.jgrapht.alg.connectivity.KosarajuStrongConnectivityInspector;
import org.jgrapht.alg.shortestpath.BFSShortestPath;
import org.jgrapht.graph.AsSubgraph;
import org.jgrapht.graph.DefaultDirectedGraph;

/** Finds declarations that wait for themselves in a ring, and says which references make it. */
final class CycleCheck {
  private CycleCheck() {}

  /**
   * @param names in the order of the document
   */
  static void check(Collection<String> names, List<Edge> edges, Diagnostics faults) {
    if (pointsBackOnly(names, edges)) {
      return;
    }
    Graph<String, Edge> graph = new DefaultDirectedGraph<>(Edge.class);
    new TreeSet<>(names).forEach(graph::addVertex);
    for (Edge edge : edges) {
      if (graph.containsVertex(edge.from()) && graph.containsVertex(edge.to())) {
        graph.addEdge(edge.from(), edge.to(), edge);
      }
    }
    new KosarajuStrongConnectivityInspector<>(graph)
        .stronglyConnectedSets().stream()
            .filter(ring -> ring.size() > 1)
            .sorted(Comparator.comparing(ring -> new TreeSet<>(ring).first()))
            .forEach(ring -> faults.add(describe(shortest(graph, ring))));
  }

  /** Where each refers to what was declared before it there is no ring, and no graph to search. */
  private static boolean pointsBackOnly(Collection<String> names, List<Edge> edges) {
    Map<String, Integer> places = new HashMap<>(names.size() * 2);
    names.forEach(name -> places.put(name, places.size()));
    for (Edge edge : edges) {
      Integer from = places.get(edge.from());
      Integer to = places.get(edge.to());
      if (from == null || to == null || to >= from) {
        return false;
      }
    }
    return true;
  }

  /** The shortest ring through the first name of the component, so that it is always the same. */
  private static List<Edge> shortest(Graph<String, Edge> graph, Set<String> component) {
    Graph<String, Edge> inside = new AsSubgraph<>(graph, component);
    String first = new TreeSet<>(component).first();
    List<Edge> best = List.of();
    List<Edge> ways = new ArrayList<>(inside.outgoingEdgesOf(first));
    ways.sort(Comparator.comparing(Edge::to));
    for (Edge way : ways) {
      GraphPath<String, Edge> back = BFSShortestPath.findPathBetween(inside, way.to(), first);
      if (back != null && (best.isEmpty() || back.getLength() + 1 < best.size())) {
        best = new ArrayList<>(back.getEdgeList());
        best.add(0, way);
      }
    }
    return best;
  }

  private static Diagnostic describe(List<Edge> ring) {
    StringBuilder path = new StringBuilder(ring.getFirst().from());
    StringBuilder reasons = new StringBuilder();
    for (Edge edge : ring) {
      path.append(" -> ").append(edge.to());
      reasons.append("\n  ").append(edge.from()).append(' ').append(edge.how());
      if (!edge.range().isNone()) {
        reasons.append(" (line ").append(edge.range().line()).append(')');
      }
    }
    Edge first = ring.getFirst();
    return Diagnostic.error(
            "Dependency cycle",
            "These resources wait for each other: " + path + reasons,
            first.range())
        .withHint("Remove one of these references.");
  }
}
