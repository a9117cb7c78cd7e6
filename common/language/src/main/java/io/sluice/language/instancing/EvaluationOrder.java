package io.sluice.language.instancing;

import io.sluice.language.config.Declarations.Local;
import io.sluice.language.config.Declarations.ModuleCall;
import io.sluice.language.config.Declarations.Output;
import io.sluice.language.config.Declarations.Step;
import io.sluice.language.config.Declarations.Variable;
import io.sluice.language.config.DependencyGraph;
import io.sluice.language.config.Module;
import io.sluice.language.config.Resource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jgrapht.Graph;

/** All declarations of a tree of modules, each after those that it needs; without circles. */
final class EvaluationOrder {
  /** A declaration and the module that it is in. */
  sealed interface Item {
    Module module();

    record OfVariable(Module module, Variable variable) implements Item {}

    record OfLocal(Module module, Local local) implements Item {}

    record OfOutput(Module module, Output output) implements Item {}

    record OfResource(Module module, Resource resource) implements Item {}

    record OfStep(Module module, Step step) implements Item {}

    record OfCall(Module module, ModuleCall call) implements Item {}
  }

  private final Map<String, Item> items = new LinkedHashMap<>();

  private EvaluationOrder() {}

  static List<Item> of(Module root) {
    EvaluationOrder order = new EvaluationOrder();
    order.name(root);
    return order.sorted(DependencyGraph.of(root));
  }

  private void name(Module module) {
    String prefix = module.prefix();
    module
        .variables()
        .forEach((n, v) -> items.put(prefix + "var." + n, new Item.OfVariable(module, v)));
    module
        .locals()
        .forEach((n, l) -> items.put(prefix + "local." + n, new Item.OfLocal(module, l)));
    module
        .outputs()
        .forEach((n, o) -> items.put(prefix + "output." + n, new Item.OfOutput(module, o)));
    module.resources().forEach((n, r) -> items.put(prefix + n, new Item.OfResource(module, r)));
    module.steps().forEach((n, s) -> items.put(prefix + n, new Item.OfStep(module, s)));
    module.calls().forEach((n, c) -> items.put(prefix + n, new Item.OfCall(module, c)));
    module.children().values().forEach(this::name);
  }

  private List<Item> sorted(Graph<String, DependencyGraph.Need> graph) {
    List<Item> order = new ArrayList<>(items.size());
    Set<String> seen = new HashSet<>();
    for (String start : items.keySet()) {
      if (seen.add(start)) {
        walk(start, graph, seen, order);
      }
    }
    return order;
  }

  private record Open(String name, Iterator<DependencyGraph.Need> needs) {}

  /** Without recursion: chains of resources are longer than stacks are deep. */
  private void walk(
      String start, Graph<String, DependencyGraph.Need> graph, Set<String> seen, List<Item> order) {
    Deque<Open> open = new ArrayDeque<>();
    open.push(new Open(start, graph.outgoingEdgesOf(start).iterator()));
    while (!open.isEmpty()) {
      Open step = open.element();
      if (step.needs().hasNext()) {
        String next = step.needs().next().to();
        if (seen.add(next)) {
          open.push(new Open(next, graph.outgoingEdgesOf(next).iterator()));
        }
      } else {
        open.pop();
        Item item = items.get(step.name());
        if (item != null) {
          order.add(item);
        }
      }
    }
  }
}
