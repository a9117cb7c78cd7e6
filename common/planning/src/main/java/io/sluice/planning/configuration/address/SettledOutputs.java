package io.sluice.planning.configuration.address;

import io.sluice.language.config.DependencyGraph;
import io.sluice.language.config.Module;
import io.sluice.model.plan.RunOptions;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jgrapht.Graph;

/**
 * The outputs that a plan of some targets settles: those that are made of nothing that it leaves
 * out, going by the text. The others stay as they were.
 */
public final class SettledOutputs implements Predicate<String> {
  private final Graph<String, DependencyGraph.Need> graph;
  private final Set<String> blocks = new HashSet<>();
  private final Set<String> targeted;
  private final Set<String> excluded;

  private SettledOutputs(Module root, RunOptions options) {
    this.graph = DependencyGraph.of(root);
    collect(root);
    this.targeted = needed(around(options.targets()));
    this.excluded = Set.copyOf(around(options.excludes()));
  }

  public static Predicate<String> of(Module root, RunOptions options) {
    return options.targets().isEmpty() && options.excludes().isEmpty()
        ? name -> true
        : new SettledOutputs(root, options);
  }

  private void collect(Module module) {
    module.resources().keySet().forEach(name -> blocks.add(module.prefix() + name));
    module.steps().keySet().forEach(name -> blocks.add(module.prefix() + name));
    module.children().values().forEach(this::collect);
  }

  private List<String> around(Collection<String> addresses) {
    List<String> found = new ArrayList<>();
    for (String address : addresses) {
      String block = StaticResources.withoutKeys(address);
      graph.vertexSet().stream()
          .filter(name -> name.equals(block) || name.startsWith(block + "."))
          .forEach(found::add);
    }
    return found;
  }

  private Set<String> needed(List<String> from) {
    Set<String> needed = new HashSet<>();
    List<String> next = new ArrayList<>(from);
    while (!next.isEmpty()) {
      String name = next.removeLast();
      if (needed.add(name)) {
        graph.outgoingEdgesOf(name).forEach(need -> next.add(need.to()));
      }
    }
    return needed;
  }

  @Override
  public boolean test(String output) {
    Set<String> made = needed(List.of("output." + output));
    made.retainAll(blocks);
    return made.stream()
        .allMatch(
            block -> (targeted.isEmpty() || targeted.contains(block)) && !excluded.contains(block));
  }
}
