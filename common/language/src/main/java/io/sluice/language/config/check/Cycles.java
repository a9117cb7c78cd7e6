package io.sluice.language.config.check;

import io.sluice.language.config.DependencyGraph;
import io.sluice.language.config.Module;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceRange;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jgrapht.Graph;
import org.jgrapht.alg.connectivity.KosarajuStrongConnectivityInspector;

/** Finds declarations that need each other, and names the whole circle with its references. */
final class Cycles {
  private final Graph<String, DependencyGraph.Need> graph;
  private final Diagnostics diagnostics;

  private Cycles(Graph<String, DependencyGraph.Need> graph, Diagnostics diagnostics) {
    this.graph = graph;
    this.diagnostics = diagnostics;
  }

  static void check(Module root, Diagnostics diagnostics) {
    Graph<String, DependencyGraph.Need> graph = DependencyGraph.of(root);
    Cycles cycles = new Cycles(graph, diagnostics);
    new KosarajuStrongConnectivityInspector<>(graph)
        .stronglyConnectedSets().stream()
            .filter(set -> set.size() > 1 || graph.containsEdge(first(set), first(set)))
            .sorted(Comparator.comparing(Collections::min))
            .forEach(cycles::report);
  }

  private static String first(Set<String> set) {
    return set.iterator().next();
  }

  private void report(Set<String> members) {
    List<DependencyGraph.Need> circle = shortestFrom(Collections.min(members), members);
    StringBuilder path = new StringBuilder(circle.getFirst().from());
    StringBuilder references = new StringBuilder();
    for (DependencyGraph.Need need : circle) {
      path.append(" -> ").append(need.to());
      references.append(
          "\n  %s refers to %s at %s".formatted(need.from(), need.to(), need.range()));
    }
    SourceRange at = circle.getFirst().range();
    diagnostics.error(
        "Cycle: " + path,
        "These declarations need each other, so none can come first:" + references,
        at);
  }

  /** The shortest way from a declaration back to itself. */
  private List<DependencyGraph.Need> shortestFrom(String start, Set<String> members) {
    Map<String, DependencyGraph.Need> reachedBy = new HashMap<>();
    Deque<String> open = new ArrayDeque<>(List.of(start));
    Set<String> seen = new HashSet<>();
    while (!open.isEmpty()) {
      String node = open.removeFirst();
      List<DependencyGraph.Need> needs = new ArrayList<>(graph.outgoingEdgesOf(node));
      needs.sort(Comparator.comparing(DependencyGraph.Need::to));
      for (DependencyGraph.Need need : needs) {
        if (need.to().equals(start)) {
          return unwound(need, reachedBy, start);
        }
        if (members.contains(need.to()) && seen.add(need.to())) {
          reachedBy.put(need.to(), need);
          open.addLast(need.to());
        }
      }
    }
    throw new IllegalStateException("no circle through " + start);
  }

  private static List<DependencyGraph.Need> unwound(
      DependencyGraph.Need last, Map<String, DependencyGraph.Need> reachedBy, String start) {
    List<DependencyGraph.Need> circle = new ArrayList<>(List.of(last));
    String node = last.from();
    while (!node.equals(start)) {
      DependencyGraph.Need before = reachedBy.get(node);
      if (before == null) {
        throw new IllegalStateException("no way to " + node);
      }
      circle.addFirst(before);
      node = before.from();
    }
    return circle;
  }
}
