package io.sluice.checks.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.jgrapht.Graph;
import org.jgrapht.graph.DefaultEdge;
import org.jgrapht.graph.SimpleDirectedGraph;
import org.junit.jupiter.api.Test;

class HouseTest {
  private static final House HOUSE =
      new House(Sources.read(Sources.root()), Dependencies.classes());

  @Test
  void modulesHaveAnOrder() {
    assertThat(HOUSE.moduleRings()).isEmpty();
  }

  @Test
  void packagesHaveAnOrder() {
    assertThat(HOUSE.packageRings()).isEmpty();
  }

  @Test
  void everyModuleAndPackageIsDrawn() {
    Sources sources = Sources.read(Sources.root());
    assertThat(sources.modules()).containsKeys("common/model", "cli");
    String svg = HOUSE.svg();
    assertThat(sources.modules().keySet())
        .allSatisfy(name -> assertThat(svg).contains(">" + name + "<"));
    int boxes = svg.split("text-anchor=\"middle\"", -1).length - 1;
    assertThat(boxes).isEqualTo(sources.moduleOfPackage().size());
  }

  @Test
  void findsTheRingsOfAGraph() {
    Graph<String, DefaultEdge> graph = graph("a>b", "b>c", "c>a", "c>d", "e>f", "f>e");
    assertThat(Dependencies.rings(graph)).containsExactly(Set.of("a", "b", "c"), Set.of("e", "f"));
  }

  @Test
  void putsEachVertexAboveWhatItDependsOn() {
    assertThat(Layers.of(graph("cli>client", "client>model", "cli>model", "other>model")))
        .containsExactly(List.of("model"), List.of("client", "other"), List.of("cli"));
  }

  private static Graph<String, DefaultEdge> graph(String... edges) {
    Graph<String, DefaultEdge> graph = new SimpleDirectedGraph<>(DefaultEdge.class);
    for (String edge : edges) {
      String[] ends = edge.split(">");
      graph.addVertex(ends[0]);
      graph.addVertex(ends[1]);
      graph.addEdge(ends[0], ends[1]);
    }
    return graph;
  }
}
