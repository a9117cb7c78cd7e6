package io.sluice.checks.house;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jgrapht.Graph;
import org.jgrapht.Graphs;
import org.jgrapht.graph.DefaultEdge;

/** Vertices in layers: each above all that it depends on. Rings share a layer. */
final class Layers {
  private final Graph<String, DefaultEdge> graph;
  private final Map<String, Integer> layers = new HashMap<>();

  private Layers(Graph<String, DefaultEdge> graph) {
    this.graph = graph;
  }

  /** The lowest layer first; the vertices of a layer by name. */
  static List<List<String>> of(Graph<String, DefaultEdge> graph) {
    Layers found = new Layers(graph);
    List<List<String>> rows = new ArrayList<>();
    graph.vertexSet().stream()
        .sorted()
        .forEach(
            vertex -> {
              int layer = found.layer(vertex, Set.of());
              while (rows.size() <= layer) {
                rows.add(new ArrayList<>());
              }
              rows.get(layer).add(vertex);
            });
    return rows;
  }

  private int layer(String vertex, Set<String> above) {
    Integer known = layers.get(vertex);
    if (known != null) {
      return known;
    }
    Set<String> way = new HashSet<>(above);
    way.add(vertex);
    int layer = 0;
    for (String below : Graphs.successorListOf(graph, vertex)) {
      if (!way.contains(below)) {
        layer = Math.max(layer, layer(below, way) + 1);
      }
    }
    layers.put(vertex, layer);
    return layer;
  }
}
