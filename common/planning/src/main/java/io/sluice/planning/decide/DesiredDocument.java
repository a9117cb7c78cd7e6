package io.sluice.planning.decide;

import io.sluice.model.Address;
import io.sluice.model.plan.ProviderBlock;
import io.sluice.planning.document.CheckedDocument;
import io.sluice.planning.document.Placeholder;
import io.sluice.planning.document.Resource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Collectors;
import org.jgrapht.Graph;
import org.jgrapht.graph.DefaultDirectedGraph;
import org.jgrapht.graph.DefaultEdge;
import org.jgrapht.traverse.TopologicalOrderIterator;

/** The resources of a plan document, each decided about after those that it refers to. */
public final class DesiredDocument implements DesiredState {
  private final CheckedDocument document;
  private final Set<Address> kept;

  public DesiredDocument(CheckedDocument document) {
    this.document = document;
    this.kept =
        document.resources().stream()
            .filter(resource -> resource.settings().lifecycle().preventDestroy())
            .map(Resource::address)
            .collect(Collectors.toSet());
  }

  @Override
  public void decide(DecisionMaker maker) {
    Map<Address, Resource> resources = new HashMap<>();
    Map<Address, Placeholder> placeholders = new HashMap<>();
    Graph<Address, DefaultEdge> graph = new DefaultDirectedGraph<>(DefaultEdge.class);
    for (Resource resource : document.resources()) {
      resources.put(resource.address(), resource);
      graph.addVertex(resource.address());
    }
    for (Placeholder placeholder : document.placeholders()) {
      placeholders.put(placeholder.address(), placeholder);
      graph.addVertex(placeholder.address());
    }
    for (Resource resource : document.resources()) {
      addEdges(graph, resource.dependencies(), resource.address());
    }
    for (Placeholder placeholder : document.placeholders()) {
      addEdges(graph, placeholder.dependencies(), placeholder.address());
    }
    var order = new TopologicalOrderIterator<>(graph, Address::compareTo);
    while (order.hasNext()) {
      Address address = order.next();
      Resource resource = resources.get(address);
      Placeholder placeholder = placeholders.get(address);
      if (resource != null) {
        maker.decide(resource);
      } else if (placeholder != null) {
        maker.expandOrAwait(placeholder);
      }
    }
  }

  /** What is not in the document has been done already. */
  private static void addEdges(
      Graph<Address, DefaultEdge> graph, List<Address> dependencies, Address address) {
    for (Address dependency : dependencies) {
      if (graph.containsVertex(dependency)) {
        graph.addEdge(dependency, address);
      }
    }
  }

  @Override
  public SortedMap<String, ProviderBlock> providers() {
    return document.providers();
  }

  @Override
  public boolean protects(Address address) {
    return kept.contains(address);
  }
}
