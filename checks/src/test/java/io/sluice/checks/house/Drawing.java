package io.sluice.checks.house;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jgrapht.Graph;
import org.jgrapht.graph.AsSubgraph;
import org.jgrapht.graph.DefaultEdge;

/**
 * The packages as an SVG: a box for each module, above those that it depends on, and in it its
 * packages in layers of the same kind. A line leads down to what a package imports; what follows
 * from other lines is left out.
 */
final class Drawing {
  private static final int CELL_WIDTH = 128;
  private static final int CELL_HEIGHT = 22;
  private static final int ROW_GAP = 30;
  private static final int MARGIN = 14;
  private static final int TITLE = 20;
  private static final int MODULE_GAP = 34;

  private static final String[] COLOURS = {
    "#1b6ca8", "#b5541c", "#2f7d4f", "#7a3e9d", "#a8324a", "#5a6b1f", "#2a7f86", "#8a6d1b"
  };

  private final Sources sources;
  private final Graph<String, DefaultEdge> packages;
  private final Graph<String, DefaultEdge> modules;
  private final Map<String, int[]> places = new HashMap<>();
  private final StringBuilder boxes = new StringBuilder();
  private final StringBuilder lines = new StringBuilder();

  private Drawing(
      Sources sources, Graph<String, DefaultEdge> packages, Graph<String, DefaultEdge> modules) {
    this.sources = sources;
    this.packages = packages;
    this.modules = modules;
  }

  static String svg(
      Sources sources, Graph<String, DefaultEdge> packages, Graph<String, DefaultEdge> modules) {
    return new Drawing(sources, packages, modules).draw();
  }

  private String draw() {
    int y = MARGIN;
    int width = 0;
    List<List<String>> rows = Layers.of(modules).reversed();
    for (List<String> row : rows) {
      int x = MARGIN;
      int height = 0;
      for (String module : row) {
        int[] size = module(module, x, y);
        x += size[0] + MODULE_GAP;
        height = Math.max(height, size[1]);
      }
      width = Math.max(width, x);
      y += height + MODULE_GAP;
    }
    packages.edgeSet().stream()
        .map(edge -> line(packages.getEdgeSource(edge), packages.getEdgeTarget(edge)))
        .sorted()
        .forEach(lines::append);
    return String.format(
        Locale.ROOT,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\""
            + " font-size=\"11\">\n"
            + "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n"
            + "%s%s</svg>\n",
        width,
        y,
        boxes,
        lines);
  }

  /** Draws a module with its packages; says how wide and how high it is. */
  private int[] module(String name, int x, int y) {
    Sources.Module module = sources.modules().get(name);
    Graph<String, DefaultEdge> inside = new AsSubgraph<>(packages, module.packages().keySet());
    List<List<String>> rows = Layers.of(inside).reversed();
    int widest = rows.stream().mapToInt(List::size).max().orElse(1);
    int width = MARGIN + widest * (CELL_WIDTH + MARGIN);
    int height = TITLE + rows.size() * (CELL_HEIGHT + ROW_GAP);
    String colour = colour(name);
    boxes.append(
        String.format(
            Locale.ROOT,
            "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"6\" fill=\"%s\""
                + " fill-opacity=\"0.07\" stroke=\"%s\"/>\n"
                + "<text x=\"%d\" y=\"%d\" font-weight=\"bold\" fill=\"%s\">%s</text>\n",
            x,
            y,
            width,
            height,
            colour,
            colour,
            x + MARGIN,
            y + TITLE - 5,
            colour,
            name));
    String root = root(module);
    for (int row = 0; row < rows.size(); row++) {
      for (int column = 0; column < rows.get(row).size(); column++) {
        cell(
            rows.get(row).get(column),
            root,
            x + MARGIN + column * (CELL_WIDTH + MARGIN),
            y + TITLE + 6 + row * (CELL_HEIGHT + ROW_GAP),
            module);
      }
    }
    return new int[] {width, height};
  }

  private void cell(String name, String root, int x, int y, Sources.Module module) {
    places.put(name, new int[] {x + CELL_WIDTH / 2, y});
    String shown =
        name.equals(root)
            ? name.substring(name.lastIndexOf('.') + 1)
            : name.substring(root.length() + 1);
    boxes.append(
        String.format(
            Locale.ROOT,
            "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"3\" fill=\"#fff\""
                + " stroke=\"%s\"/>\n<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s"
                + " <tspan fill=\"#888\">%d</tspan></text>\n",
            x,
            y,
            CELL_WIDTH,
            CELL_HEIGHT,
            colour(module.name()),
            x + CELL_WIDTH / 2,
            y + 15,
            shown,
            module.packages().get(name).size()));
  }

  private String line(String from, String to) {
    int[] above = places.get(from);
    int[] below = places.get(to);
    if (above == null || below == null) {
      return "";
    }
    int startY = above[1] + CELL_HEIGHT;
    return String.format(
        Locale.ROOT,
        "<path d=\"M%d %d C%d %d %d %d %d %d\" fill=\"none\" stroke=\"%s\""
            + " stroke-opacity=\"0.45\"/>\n",
        above[0],
        startY,
        above[0],
        startY + ROW_GAP,
        below[0],
        below[1] - ROW_GAP,
        below[0],
        below[1],
        colour(sources.moduleOfPackage().get(from)));
  }

  /** The package that all others of the module are below. */
  private static String root(Sources.Module module) {
    return module.packages().keySet().stream()
        .reduce(
            (a, b) -> {
              String common = a;
              while (!(b + ".").startsWith(common + ".")) {
                common = common.substring(0, common.lastIndexOf('.'));
              }
              return common;
            })
        .orElseThrow();
  }

  private String colour(String module) {
    int index = sources.modules().keySet().stream().sorted().toList().indexOf(module);
    return COLOURS[Math.floorMod(index, COLOURS.length)];
  }
}
