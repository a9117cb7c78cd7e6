package io.sluice.planning.graph;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jgrapht.Graph;
import org.jgrapht.Graphs;
import org.jgrapht.alg.connectivity.KosarajuStrongConnectivityInspector;
import org.jgrapht.graph.DefaultDirectedGraph;
import org.jgrapht.graph.DefaultEdge;
import org.jgrapht.traverse.TopologicalOrderIterator;
import org.jspecify.annotations.Nullable;

/**
 * What waits for what. Resources with nothing to do are in it as long as an order runs through
 * them.
 */
final class NodeGraph {
  private final Map<String, Vertex> vertices = new LinkedHashMap<>();
  private final Graph<String, DefaultEdge> graph = new DefaultDirectedGraph<>(DefaultEdge.class);

  private final Set<DefaultEdge> preferred = new LinkedHashSet<>();

  /** A vertex in its place. */
  record Placed(Vertex vertex, List<String> after, int weight, int depth) {}

  void add(Vertex vertex) {
    vertices.put(vertex.id(), vertex);
    graph.addVertex(vertex.id());
  }

  @Nullable Vertex find(String id) {
    return vertices.get(id);
  }

  Collection<Vertex> vertices() {
    return vertices.values();
  }

  /** {@code later} waits for {@code first}; what isn't there is not waited for. */
  void order(String first, String later) {
    if (!first.equals(later) && graph.containsVertex(first) && graph.containsVertex(later)) {
      graph.addEdge(first, later);
    }
  }

  /** What it waits for. */
  List<String> before(String id) {
    return graph.containsVertex(id) ? List.copyOf(Graphs.predecessorListOf(graph, id)) : List.of();
  }

  /** As {@link #order} where both have to be there: an edge that is lost guards nothing. */
  void orderKnown(String first, String later) {
    for (String id : List.of(first, later)) {
      if (!graph.containsVertex(id)) {
        throw new IllegalStateException(
            first + " comes before " + later + ", but there is no " + id);
      }
    }
    order(first, later);
  }

  /** As {@link #order}, unless that makes a ring: then it is let go. */
  void prefer(String first, String later) {
    boolean known = graph.containsVertex(first) && graph.containsVertex(later);
    if (known && !first.equals(later) && !graph.containsEdge(first, later)) {
      preferred.add(graph.addEdge(first, later));
    }
  }

  /** Gives up preferences inside rings. */
  void untangle() {
    if (preferred.isEmpty()) {
      return;
    }
    for (Set<String> ring : rings()) {
      preferred.stream()
          .filter(graph::containsEdge)
          .filter(edge -> ring.contains(graph.getEdgeSource(edge)))
          .filter(edge -> ring.contains(graph.getEdgeTarget(edge)))
          .toList()
          .forEach(graph::removeEdge);
    }
  }

  private List<Set<String>> rings() {
    return new KosarajuStrongConnectivityInspector<>(graph)
        .stronglyConnectedSets().stream().filter(ring -> ring.size() > 1).toList();
  }

  void remove(Predicate<Vertex> unwanted) {
    List<String> ids = vertices.values().stream().filter(unwanted).map(Vertex::id).toList();
    ids.forEach(vertices::remove);
    graph.removeAllVertices(ids);
  }

  /** A ring of nodes that wait for each other; empty when there is none. */
  List<String> ring() {
    return rings().stream()
        .map(ring -> List.copyOf(new TreeSet<>(ring)))
        .min(Comparator.comparing(List::getFirst))
        .orElse(List.of());
  }

  /** These and all that waits for them, however far off. */
  Set<String> withDependents(Collection<String> ids) {
    Set<String> all = new HashSet<>();
    List<String> next = new ArrayList<>(ids);
    while (!next.isEmpty()) {
      String id = next.removeLast();
      if (graph.containsVertex(id) && all.add(id)) {
        next.addAll(Graphs.successorListOf(graph, id));
      }
    }
    return all;
  }

  /** These and all that they wait for. */
  Set<String> withDependencies(Collection<String> ids) {
    Set<String> all = new HashSet<>();
    List<String> next = new ArrayList<>(ids);
    while (!next.isEmpty()) {
      String id = next.removeLast();
      if (graph.containsVertex(id) && all.add(id)) {
        next.addAll(Graphs.predecessorListOf(graph, id));
      }
    }
    return all;
  }

  /**
   * The same for what is to be changed: what has to go before the old half of a replacement does is
   * no part of it.
   */
  Set<String> withNeeds(Collection<String> ids) {
    Set<String> all = new HashSet<>();
    List<String> next = new ArrayList<>(ids);
    while (!next.isEmpty()) {
      String id = next.removeLast();
      if (graph.containsVertex(id) && all.add(id) && !(find(id) instanceof Vertex.OldHalf)) {
        next.addAll(Graphs.predecessorListOf(graph, id));
      }
    }
    return all;
  }

  /** In the order of their depth and then their ids; idle ones only where they keep an order. */
  List<Placed> placed() {
    List<String> order = new ArrayList<>();
    new TopologicalOrderIterator<>(graph).forEachRemaining(order::add);
    Set<String> needed = needed(order);
    Map<String, Integer> depth = new HashMap<>();
    Map<String, List<String>> after = new HashMap<>();
    for (String id : order) {
      if (needed.contains(id)) {
        List<String> before =
            Graphs.predecessorListOf(graph, id).stream().filter(needed::contains).sorted().toList();
        after.put(id, before);
        int deepest = -1;
        for (String other : before) {
          deepest = Math.max(deepest, depth.getOrDefault(other, 0));
        }
        depth.put(id, deepest + 1);
      }
    }
    Map<String, Integer> weight = weights(order, needed);
    List<Placed> placed = new ArrayList<>();
    for (String id : order) {
      Vertex vertex = vertices.get(id);
      if (vertex != null && needed.contains(id)) {
        placed.add(
            new Placed(
                vertex,
                after.getOrDefault(id, List.of()),
                weight.getOrDefault(id, 1),
                depth.getOrDefault(id, 0)));
      }
    }
    placed.sort(Comparator.comparingInt(Placed::depth).thenComparing(place -> place.vertex().id()));
    return placed;
  }

  private Map<String, Integer> weights(List<String> order, Set<String> needed) {
    Map<String, Integer> weight = new HashMap<>();
    for (String id : order.reversed()) {
      if (needed.contains(id)) {
        int heaviest = 0;
        for (String other : Graphs.successorListOf(graph, id)) {
          heaviest = Math.max(heaviest, weight.getOrDefault(other, 0));
        }
        weight.put(id, heaviest + 1);
      }
    }
    return weight;
  }

  private Set<String> needed(List<String> order) {
    Set<String> led = new HashSet<>();
    for (String id : order) {
      if (isActive(id) || Graphs.predecessorListOf(graph, id).stream().anyMatch(led::contains)) {
        led.add(id);
      }
    }
    Set<String> followed = new HashSet<>();
    for (String id : order.reversed()) {
      if (isActive(id) || Graphs.successorListOf(graph, id).stream().anyMatch(followed::contains)) {
        followed.add(id);
      }
    }
    led.retainAll(followed);
    return led;
  }

  private boolean isActive(String id) {
    Vertex vertex = vertices.get(id);
    return vertex != null && !vertex.action().isIdle();
  }
}
