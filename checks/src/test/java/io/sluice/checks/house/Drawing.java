package io.sluice.checks.house;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jgrapht.Graph;
import org.jgrapht.Graphs;
import org.jgrapht.graph.AsSubgraph;
import org.jgrapht.graph.DefaultEdge;

/**
 * The packages as an SVG: a box for each module, above those that it depends on, with its packages
 * in layers of the same kind. A line between packages is an import within the module, a line
 * between modules any number of imports. Lines that follow from others are left out.
 */
final class Drawing {
  private static final int CELL_HEIGHT = 22;
  private static final int ROW_GAP = 26;
  private static final int MARGIN = 14;
  private static final int TITLE = 22;
  private static final int MODULE_GAP = 30;
  private static final int LAYER_GAP = 64;

  /** Wider layers of modules continue in another row. */
  private static final int WIDEST = 1_500;

  /** About the width of a character, in the plain and in the bold font. */
  private static final double PLAIN = 6.3;

  private static final double BOLD = 7.4;

  private static final String[] COLOURS = {
    "#1b6ca8", "#b5541c", "#2f7d4f", "#7a3e9d", "#a8324a", "#5a6b1f", "#2a7f86", "#8a6d1b"
  };

  private final Sources sources;
  private final Graph<String, DefaultEdge> packages;
  private final Graph<String, DefaultEdge> modules;
  private final Map<String, Place> places = new HashMap<>();

  /** Where a box is. */
  private record Place(int x, int y, int width, int height) {
    int bottom() {
      return y + height;
    }

    /** The position of the n-th of several lines at an edge of the box. */
    int port(int n, int of) {
      return x + width * (n + 1) / (of + 1);
    }
  }

  /** A module's packages in rows, and the size of the box that they need. */
  private record Room(String module, List<List<String>> rows, int cell, int width, int height) {}

  private Drawing(
      Sources sources, Graph<String, DefaultEdge> packages, Graph<String, DefaultEdge> modules) {
    this.sources = sources;
    this.packages = packages;
    this.modules = modules;
  }

  static String svg(
      Sources sources, Graph<String, DefaultEdge> packages, Graph<String, DefaultEdge> modules) {
    return new Drawing(sources, packages, Dependencies.reduced(modules)).draw();
  }

  private String draw() {
    List<List<Room>> rows = new ArrayList<>();
    Layers.of(modules).reversed().forEach(layer -> rows.addAll(wrapped(layer)));
    int width = rows.stream().mapToInt(Drawing::width).max().orElse(0) + 2 * MARGIN;
    StringBuilder boxes = new StringBuilder();
    int y = MARGIN;
    for (List<Room> row : rows) {
      int x = (width - width(row)) / 2;
      int height = row.stream().mapToInt(Room::height).max().orElse(0);
      for (Room room : row) {
        boxes.append(box(room, x, y));
        x += room.width() + MODULE_GAP;
      }
      y += height + LAYER_GAP;
    }
    return String.format(
        Locale.ROOT,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\""
            + " font-size=\"11\">\n"
            + "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n"
            + "%s%s</svg>\n",
        width,
        y - LAYER_GAP + MARGIN,
        lines(modules, "1.6"),
        boxes);
  }

  private List<List<Room>> wrapped(List<String> layer) {
    List<List<Room>> rows = new ArrayList<>();
    rows.add(new ArrayList<>());
    for (String module : layer) {
      Room room = room(module);
      if (!rows.getLast().isEmpty() && width(rows.getLast()) + room.width() > WIDEST) {
        rows.add(new ArrayList<>());
      }
      rows.getLast().add(room);
    }
    return rows;
  }

  private static int width(List<Room> row) {
    return row.stream().mapToInt(Room::width).sum() + (row.size() - 1) * MODULE_GAP;
  }

  private Room room(String module) {
    List<List<String>> rows = Layers.of(inside(module)).reversed();
    int letters =
        rows.stream()
            .flatMap(List::stream)
            .mapToInt(name -> label(name).length() + 3)
            .max()
            .orElse(1);
    int cell = (int) (letters * PLAIN) + MARGIN;
    int widest = rows.stream().mapToInt(List::size).max().orElse(1);
    int width =
        Math.max(MARGIN + widest * (cell + MARGIN), (int) (module.length() * BOLD) + 2 * MARGIN);
    int height = TITLE + rows.size() * (CELL_HEIGHT + ROW_GAP) - ROW_GAP + MARGIN;
    return new Room(module, rows, cell, width, height);
  }

  private Graph<String, DefaultEdge> inside(String module) {
    return new AsSubgraph<>(packages, sources.modules().get(module).packages().keySet());
  }

  private String box(Room room, int x, int y) {
    Place place = new Place(x, y, room.width(), room.height());
    places.put(room.module(), place);
    String colour = colour(room.module());
    StringBuilder cells = new StringBuilder();
    int top = y + TITLE + 2;
    for (List<String> row : room.rows()) {
      int taken = row.size() * (room.cell() + MARGIN) - MARGIN;
      int left = x + (room.width() - taken) / 2;
      for (String name : nearThoseAbove(row)) {
        places.put(name, new Place(left, top, room.cell(), CELL_HEIGHT));
        cells.append(cell(name, room.module()));
        left += room.cell() + MARGIN;
      }
      top += CELL_HEIGHT + ROW_GAP;
    }
    return rectangle(place, 6, "#fff", "1", "none")
        + rectangle(place, 6, colour, "0.07", colour)
        + String.format(
            Locale.ROOT,
            "<text x=\"%d\" y=\"%d\" font-weight=\"bold\" fill=\"%s\">%s</text>\n",
            x + MARGIN,
            y + 15,
            colour,
            room.module())
        + lines(Dependencies.reduced(inside(room.module())), "1")
        + cells;
  }

  /** Packages in the order of those that import them, which are drawn already. */
  private List<String> nearThoseAbove(List<String> row) {
    return row.stream().sorted(Comparator.comparingDouble(this::middleOfThoseAbove)).toList();
  }

  private double middleOfThoseAbove(String name) {
    return Graphs.predecessorListOf(packages, name).stream()
        .filter(places::containsKey)
        .filter(above -> module(above).equals(module(name)))
        .mapToInt(above -> places.get(above).x())
        .average()
        .orElse(0);
  }

  private String cell(String name, String module) {
    Place place = places.get(name);
    return rectangle(place, 3, "#fff", "1", colour(module))
        + String.format(
            Locale.ROOT,
            "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s <tspan"
                + " fill=\"#888\">%d</tspan></text>\n",
            place.port(0, 1),
            place.y() + 15,
            label(name),
            sources.modules().get(module).packages().get(name).size());
  }

  private static String rectangle(
      Place place, int radius, String fill, String opacity, String stroke) {
    return String.format(
        Locale.ROOT,
        "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\" fill=\"%s\""
            + " fill-opacity=\"%s\" stroke=\"%s\"/>\n",
        place.x(),
        place.y(),
        place.width(),
        place.height(),
        radius,
        fill,
        opacity,
        stroke);
  }

  /** A line for each edge, from the lower edge of one box to the upper edge of the other. */
  private String lines(Graph<String, DefaultEdge> graph, String width) {
    StringBuilder lines = new StringBuilder();
    for (String from : graph.vertexSet().stream().sorted().toList()) {
      List<String> below = byPlace(Graphs.successorListOf(graph, from));
      for (String to : below) {
        List<String> above = byPlace(Graphs.predecessorListOf(graph, to));
        Place start = places.get(from);
        Place end = places.get(to);
        int startX = start.port(below.indexOf(to), below.size());
        int endX = end.port(above.indexOf(from), above.size());
        int bend = Math.max(ROW_GAP, (end.y() - start.bottom()) / 2);
        lines.append(
            String.format(
                Locale.ROOT,
                "<path d=\"M%d %d C%d %d %d %d %d %d\" fill=\"none\" stroke=\"%s\""
                    + " stroke-width=\"%s\" stroke-opacity=\"0.7\"><title>%s</title></path>\n",
                startX,
                start.bottom(),
                startX,
                start.bottom() + bend,
                endX,
                end.y() - bend,
                endX,
                end.y(),
                colour(sources.modules().containsKey(from) ? from : module(from)),
                width,
                from + " imports " + to));
      }
    }
    return lines.toString();
  }

  private List<String> byPlace(List<String> names) {
    return names.stream()
        .sorted(Comparator.<String>comparingInt(name -> places.get(name).x()).thenComparing(n -> n))
        .toList();
  }

  private String module(String name) {
    return sources.moduleOfPackage().get(name);
  }

  /** The name below the package that all others of the module are below. */
  private String label(String name) {
    String root = root(sources.modules().get(module(name)));
    return name.equals(root)
        ? name.substring(name.lastIndexOf('.') + 1)
        : name.substring(root.length() + 1);
  }

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
