package io.sluice.checks.house;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jgrapht.Graph;
import org.jgrapht.Graphs;
import org.jgrapht.alg.TransitiveReduction;
import org.jgrapht.alg.connectivity.KosarajuStrongConnectivityInspector;
import org.jgrapht.graph.DefaultEdge;
import org.jgrapht.graph.SimpleDirectedGraph;

/** What depends on what, by whatever groups the classes: type, package or module. */
final class Dependencies {
  private Dependencies() {}

  static JavaClasses classes() {
    return new ClassFileImporter()
        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
        .importPackages("io.sluice");
  }

  /** An edge leads from the group that depends to the one that it depends on. */
  static Graph<String, DefaultEdge> between(
      Iterable<JavaClass> classes, Function<JavaClass, String> group) {
    Graph<String, DefaultEdge> graph = new SimpleDirectedGraph<>(DefaultEdge.class);
    for (JavaClass type : classes) {
      String from = group.apply(type);
      if (from.isEmpty()) {
        continue;
      }
      graph.addVertex(from);
      type.getDirectDependenciesFromSelf()
          .forEach(
              dependency -> {
                String to = group.apply(dependency.getTargetClass().getBaseComponentType());
                if (!to.isEmpty() && !to.equals(from)) {
                  graph.addVertex(to);
                  graph.addEdge(from, to);
                }
              });
    }
    return graph;
  }

  /** The outermost type that a class is written in, if it is of that package or below it. */
  static String outermostType(JavaClass type, String below) {
    boolean inside =
        type.getPackageName().equals(below) || type.getPackageName().startsWith(below + ".");
    int nested = type.getName().indexOf('$');
    return !inside ? "" : nested < 0 ? type.getName() : type.getName().substring(0, nested);
  }

  /** Groups that depend on each other, directly or around; each ring in the order of names. */
  static List<Set<String>> rings(Graph<String, DefaultEdge> graph) {
    return new KosarajuStrongConnectivityInspector<>(graph)
        .stronglyConnectedSets().stream()
            .filter(ring -> ring.size() > 1)
            .<Set<String>>map(TreeSet::new)
            .sorted((a, b) -> b.size() - a.size())
            .toList();
  }

  /** A copy without the edges that longer paths imply; those within a ring stay. */
  static Graph<String, DefaultEdge> reduced(Graph<String, DefaultEdge> graph) {
    Graph<String, DefaultEdge> copy = new SimpleDirectedGraph<>(DefaultEdge.class);
    Graphs.addGraph(copy, graph);
    List<Set<String>> rings = rings(graph);
    Predicate<DefaultEdge> inRing =
        edge ->
            rings.stream()
                .anyMatch(
                    ring ->
                        ring.contains(graph.getEdgeSource(edge))
                            && ring.contains(graph.getEdgeTarget(edge)));
    List<DefaultEdge> kept = graph.edgeSet().stream().filter(inRing).toList();
    copy.removeAllEdges(kept);
    TransitiveReduction.INSTANCE.reduce(copy);
    kept.forEach(edge -> copy.addEdge(graph.getEdgeSource(edge), graph.getEdgeTarget(edge), edge));
    return copy;
  }
}
