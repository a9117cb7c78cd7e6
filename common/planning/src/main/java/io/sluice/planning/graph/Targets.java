package io.sluice.planning.graph;

import io.sluice.model.Address;
import io.sluice.model.NodeId;
import io.sluice.model.NodeId.Role;
import io.sluice.model.Suggestion;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.model.record.RecordKeys;
import io.sluice.planning.decide.Refusals;
import io.sluice.planning.document.Placeholder;
import io.sluice.planning.document.Resource;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What a person named with {@code --target}: a node's name, an address, or a block around it. */
final class Targets {
  private Targets() {}

  /** Ids of the vertices that are named; a name that names nothing is refused. */
  static Set<String> named(Collection<String> targets, NodeGraph graph, Refusals refusals) {
    Set<String> ids = new TreeSet<>();
    for (String target : targets) {
      int before = ids.size();
      for (Vertex vertex : graph.vertices()) {
        if (names(target, vertex)) {
          ids.add(vertex.id());
        }
      }
      if (ids.size() == before && graph.vertices().stream().noneMatch(v -> names(target, v))) {
        refusals.add(
            "Target not found",
            "\"" + target + "\" matches nothing that is declared or in state.",
            Suggestion.ofTyped(target, known(graph))
                .map(near -> "Did you mean " + near + "?")
                .orElse("Use a resource's name, or its address TYPE.NAME."));
      }
    }
    return ids;
  }

  /** Addresses, with their blocks: instances are named by their keys, and by what they are of. */
  private static Set<String> known(NodeGraph graph) {
    Set<String> known = new TreeSet<>();
    for (Vertex vertex : graph.vertices()) {
      String text = vertex.address().live().text();
      known.add(text);
      known.add(text.replaceFirst("\\[[^\\[]*]$", ""));
    }
    return known;
  }

  private static boolean names(String target, Vertex vertex) {
    boolean named =
        switch (vertex) {
          case Vertex.Wanted wanted -> names(target, wanted.decision().resource());
          case Vertex.OldHalf half -> names(target, half.decision().resource());
          case Vertex.Unexpanded unexpanded -> names(target, unexpanded.placeholder());
          case Vertex.Late late -> false;
          case Vertex.Imported imported -> names(target, imported.decision().resource());
          case Vertex.Gone gone -> false;
          case Vertex.Unwanted unwanted -> false;
          case Vertex.Companion companion -> false;
          case Vertex.Forgotten forgotten -> false;
        };
    return named || around(target, vertex.address().live().text());
  }

  private static boolean names(String target, Resource resource) {
    return around(target, resource.name());
  }

  private static boolean names(String target, Placeholder placeholder) {
    return target.equals(placeholder.name());
  }

  /** Whether a target is what has this name, or a block around it. */
  static boolean around(String block, String name) {
    return name.equals(block) || name.startsWith(block + "[") || name.startsWith(block + ".");
  }

  /** Leaves in the graph what the options name, with what it waits for. */
  static void keep(RunKind kind, RunOptions options, NodeGraph graph, Refusals refusals) {
    List<String> excludes = options.excludes();
    if (!excludes.isEmpty()) {
      Set<String> left = graph.withDependents(withHalves(named(excludes, graph, refusals)));
      graph.remove(vertex -> left.contains(vertex.id()));
    }
    List<String> targets = options.targets();
    if (targets.isEmpty()) {
      return;
    }
    Set<String> chosen = named(targets, graph, refusals);
    Set<String> kept =
        kind == RunKind.DESTROY
            ? graph.withDependencies(chosen)
            : withHalves(graph.withNeeds(withHalves(chosen)));
    graph.remove(vertex -> !kept.contains(vertex.id()) && !isOutputs(kind, vertex));
  }

  /** They are made of what is kept alone. */
  private static boolean isOutputs(RunKind kind, Vertex vertex) {
    return kind != RunKind.DESTROY && vertex.id().equals(RecordKeys.OUTPUTS);
  }

  /** With the other halves of replacements. */
  static Set<String> withHalves(Set<String> ids) {
    Set<String> all = new HashSet<>(ids);
    for (String id : ids) {
      if (NodeId.role(id) == Role.MAIN) {
        all.add(NodeId.text(Address.of(id), Role.DELETE));
      }
    }
    return all;
  }
}
