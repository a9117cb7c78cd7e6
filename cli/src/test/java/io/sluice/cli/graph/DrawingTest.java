package io.sluice.cli.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cli.graph.Drawing.Box;
import io.sluice.cli.graph.Drawing.Tone;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DrawingTest {
  private static final Drawing SMALL =
      Drawing.of(
          List.of(
              new Box("a.x", "a", Tone.DONE),
              new Box("a.y[\"k\"]", "a", Tone.RUNNING),
              new Box("a.z", "a", Tone.WAITING)),
          Map.of("a.y[\"k\"]", List.of("a.x"), "a.z", List.of("a.x", "a.y[\"k\"]", "a.gone")));

  @Test
  void leavesOutWhatALongerWayImplies() {
    assertThat(SMALL.arrows())
        .containsExactly(
            new Drawing.Arrow("a.y[\"k\"]", "a.x"), new Drawing.Arrow("a.z", "a.y[\"k\"]"));
  }

  @Test
  void keepsTheArrowsOfARing() {
    Drawing ring =
        Drawing.of(
            List.of(new Box("a", "", Tone.PLAIN), new Box("b", "", Tone.PLAIN)),
            Map.of("a", List.of("b"), "b", List.of("a")));

    assertThat(ring.arrows()).hasSize(2);
  }

  @Test
  void writesDotWithArrowsToWhatIsNeeded() {
    assertThat(Dot.of(SMALL))
        .isEqualTo(
            """
            digraph G {
              rankdir = "RL";
              node [shape = rect, fontname = "sans-serif"];
              "a.x" [label="a.x", color="#2da44e", tooltip="done"];
              "a.y[\\"k\\"]" [label="a.y[\\"k\\"]", color="#0969da", tooltip="running"];
              "a.z" [label="a.z", color="#9aa4b2", tooltip="waiting"];
              "a.y[\\"k\\"]" -> "a.x";
              "a.z" -> "a.y[\\"k\\"]";
              subgraph cluster_legend {
                label = "Legend";
                "(waiting)" [label="waiting", color="#9aa4b2"];
                "(running)" [label="running", color="#0969da"];
                "(done)" [label="done", color="#2da44e"];
              }
            }
            """);
  }

  @Test
  void writesAMermaidFlowInTheOrderOfThings() {
    assertThat(Mermaid.of(SMALL))
        .isEqualTo(
            """
            flowchart LR
              n0["a.x"]:::done
              n1["a.y[#quot;k#quot;]"]:::running
              n2["a.z"]:::waiting
              n0 --> n1
              n1 --> n2
              subgraph legend["Legend"]
                l1["waiting"]:::waiting
                l2["running"]:::running
                l3["done"]:::done
              end
              classDef waiting stroke:#9aa4b2,stroke-width:2px
              classDef running stroke:#0969da,stroke-width:2px
              classDef done stroke:#2da44e,stroke-width:2px
            """);
  }

  private static final Drawing NESTED =
      Drawing.of(
          List.of(
              new Box("a.x", "", Tone.PLAIN),
              new Box("module.net[\"a.b\"].t.y", "", Tone.PLAIN),
              new Box("module.net[\"a.b\"].module.in.t.z#delete", "", Tone.PLAIN),
              new Box("module.other.t.y", "", Tone.PLAIN)),
          Map.of(
              "module.net[\"a.b\"].t.y", List.of("a.x"),
              "module.net[\"a.b\"].module.in.t.z#delete", List.of("module.net[\"a.b\"].t.y"),
              "module.other.t.y", List.of("module.net[\"a.b\"].module.in.t.z#delete")));

  @Test
  void drawsABoxAroundWhatIsInAModule() {
    assertThat(Dot.of(NESTED))
        .contains("  subgraph cluster_0 {\n    label = \"module.net[\\\"a.b\\\"]\";")
        .contains("    subgraph cluster_1 {\n      label = \"module.net[\\\"a.b\\\"].module.in\";")
        .contains("  subgraph cluster_2 {\n    label = \"module.other\";")
        .doesNotContain("Legend");
    assertThat(Mermaid.of(NESTED))
        .contains("  subgraph m0[\"module.net[#quot;a.b#quot;]\"]")
        .contains("    subgraph m1[\"module.net[#quot;a.b#quot;].module.in\"]");
    assertThat(Svg.of(NESTED).split("class=\"module\"", -1)).hasSize(4);
  }

  @Test
  void keepsWhatIsInAModuleWithinItsBox() {
    Layout layout = Layout.of(NESTED, Map.of(), 46);

    Layout.Place outer = around(layout, "module.net[\"a.b\"]");
    Layout.Place inner = around(layout, "module.net[\"a.b\"].module.in");
    Layout.Place card = place(layout, "module.net[\"a.b\"].module.in.t.z#delete");
    assertThat(isWithin(inner, outer)).isTrue();
    assertThat(isWithin(card, inner)).isTrue();
    assertThat(isWithin(place(layout, "a.x"), outer)).isFalse();
    assertThat(isWithin(place(layout, "module.net[\"a.b\"].t.y"), inner)).isFalse();
    for (List<Layout.Point> way : layout.ways()) {
      assertThat(way).allMatch(at -> at.x() <= layout.width() && at.y() <= layout.height());
      assertThat(way.getLast().x()).isGreaterThan(way.getFirst().x());
    }
  }

  private static Layout.Place around(Layout layout, String module) {
    return java.util.Objects.requireNonNull(layout.modules().get(module));
  }

  private static boolean isWithin(Layout.Place one, Layout.Place other) {
    return one.x() > other.x()
        && one.y() > other.y()
        && one.x() + one.width() < other.x() + other.width()
        && one.y() + one.height() < other.y() + other.height();
  }

  @Test
  void drawsAPictureWithEveryBoxAndArrow() {
    String svg = Svg.of(SMALL);

    assertThat(svg).startsWith("<svg xmlns").endsWith("</svg>\n").contains(">a.y[\"k\"]</text>");
    assertThat(svg.split("class=\"card\"", -1)).hasSize(4);
    assertThat(svg.split("class=\"way\"", -1)).hasSize(3);
  }

  @Test
  void laysBoxesOutWithoutOverlapAndAfterWhatTheyWaitFor() {
    List<Box> boxes = new ArrayList<>();
    Map<String, List<String>> waits = new HashMap<>();
    for (int i = 0; i < 60; i++) {
      boxes.add(new Box("n" + i, "", Tone.PLAIN));
      waits.put("n" + i, i < 5 ? List.of() : List.of("n" + (i - 5), "n" + (i * 7 % (i - 1))));
    }
    Drawing drawing = Drawing.of(boxes, waits);
    Map<String, Double> widths = new HashMap<>();
    boxes.forEach(box -> widths.put(box.name(), 90.0));

    Layout layout = Layout.of(drawing, widths, 46);

    List<Layout.Place> places = List.copyOf(layout.places().values());
    assertThat(places).hasSize(60);
    for (Layout.Place one : places) {
      for (Layout.Place other : places) {
        boolean apart =
            one == other
                || one.x() + one.width() <= other.x()
                || other.x() + other.width() <= one.x()
                || one.y() + one.height() <= other.y()
                || other.y() + other.height() <= one.y();
        assertThat(apart).isTrue();
      }
    }
    for (Drawing.Arrow arrow : drawing.arrows()) {
      assertThat(place(layout, arrow.waiting()).x())
          .isGreaterThan(place(layout, arrow.first()).x());
    }
  }

  private static Layout.Place place(Layout layout, String name) {
    return java.util.Objects.requireNonNull(layout.places().get(name));
  }
}
