package io.sluice.cli.graph;

import io.sluice.cli.graph.Layout.Place;
import io.sluice.cli.graph.Layout.Point;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;

/** A picture for a browser: cards with a coloured edge, rounded arrows, light and dark. */
public final class Svg {
  /** A larger picture is unreadable, and laying it out takes minutes. */
  public static final int MOST_BOXES = 3_000;

  private static final double HEIGHT = 46;
  private static final double LETTER = 7.3;
  private static final double SMALL_LETTER = 6.1;
  private static final double BEND = 7;
  private static final int LONGEST = 48;
  private static final String STYLE =
      """
      <style>
        svg { background: #ffffff; font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, \
      "DejaVu Sans Mono", monospace; }
        .card { fill: #f6f8fa; stroke: #d0d7de; }
        .module { fill: none; stroke: #8c959f; stroke-dasharray: 4 3; }
        .name { fill: #1f2328; font-size: 12px; font-weight: 600; }
        .note { fill: #656d76; font-size: 10px; }
        .way { fill: none; stroke: #8c959f; stroke-width: 1.3; }
        .head { fill: #8c959f; }
        @media (prefers-color-scheme: dark) {
          svg { background: #0d1117; }
          .card { fill: #161b22; stroke: #30363d; }
          .module { stroke: #6e7681; }
          .name { fill: #e6edf3; }
          .note { fill: #8d96a0; }
          .way { stroke: #6e7681; }
          .head { fill: #6e7681; }
        }
      </style>
      <defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" \
      markerHeight="7" orient="auto"><path class="head" d="M0,0.6 L8,4 L0,7.4 z"/></marker></defs>
      """;

  private Svg() {}

  public static String of(Drawing drawing) {
    Map<String, Double> widths = new HashMap<>();
    drawing
        .boxes()
        .values()
        .forEach(
            box -> {
              double name = shown(box.name()).length() * LETTER;
              double note = box.note().length() * SMALL_LETTER;
              widths.put(box.name(), Math.max(90, Math.max(name, note) + 34));
            });
    Layout layout = Layout.of(drawing, widths, HEIGHT);
    SortedSet<Drawing.Tone> tones = drawing.legend();
    double legend = tones.isEmpty() ? 0 : 34;
    double width = Math.max(layout.width(), legendWidth(tones));
    StringBuilder out = new StringBuilder();
    out.append(
        format(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%s\" height=\"%s\""
                + " viewBox=\"0 0 %s %s\" role=\"img\">\n",
            width, layout.height() + legend, width, layout.height() + legend));
    out.append(STYLE);
    layout.modules().forEach((path, place) -> out.append(module(path, place)));
    layout.ways().forEach(way -> out.append(way(way)));
    drawing.boxes().forEach((name, box) -> out.append(card(box, layout.places().get(name))));
    if (legend > 0) {
      out.append(legend(tones, layout.height() + 6));
    }
    return out.append("</svg>\n").toString();
  }

  private static String module(String path, Place place) {
    return format(
            "<rect class=\"module\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" rx=\"10\"/>",
            place.x(), place.y(), place.width(), place.height())
        + format(
            "<text class=\"note\" x=\"%s\" y=\"%s\">%s</text>\n",
            place.x() + 12, place.y() + 20, escaped(shown(path)));
  }

  private static String card(Drawing.Box box, @org.jspecify.annotations.Nullable Place place) {
    if (place == null) {
      return "";
    }
    double x = place.x();
    double y = place.y();
    return format("<g><title>%s</title>", escaped(box.name() + ", " + box.tone().words()))
        + format(
            "<rect class=\"card\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" rx=\"7\"/>",
            x, y, place.width(), place.height())
        + format(
            "<rect x=\"%s\" y=\"%s\" width=\"4\" height=\"%s\" rx=\"2\" fill=\"%s\"/>",
            x + 7, y + 9, place.height() - 18, box.tone().colour())
        + format(
            "<text class=\"name\" x=\"%s\" y=\"%s\">%s</text>",
            x + 20, y + 20, escaped(shown(box.name())))
        + format(
            "<text class=\"note\" x=\"%s\" y=\"%s\">%s</text></g>\n",
            x + 20, y + 35, escaped(box.note()));
  }

  /** Corners are rounded: the way turns a little before and after each bend. */
  private static String way(List<Point> points) {
    if (points.isEmpty()) {
      return "";
    }
    StringBuilder d = new StringBuilder();
    d.append(format("M%s,%s", points.getFirst().x(), points.getFirst().y()));
    for (int i = 1; i < points.size() - 1; i++) {
      Point bend = points.get(i);
      Point from = towards(bend, points.get(i - 1));
      Point to = towards(bend, points.get(i + 1));
      d.append(format(" L%s,%s", from.x(), from.y()));
      d.append(format(" Q%s,%s %s,%s", bend.x(), bend.y(), to.x(), to.y()));
    }
    d.append(format(" L%s,%s", points.getLast().x(), points.getLast().y()));
    return "<path class=\"way\" marker-end=\"url(#head)\" d=\"" + d + "\"/>\n";
  }

  private static Point towards(Point bend, Point other) {
    double length = Math.hypot(other.x() - bend.x(), other.y() - bend.y());
    double part = length == 0 ? 0 : Math.min(BEND, length / 2) / length;
    return new Point(
        bend.x() + (other.x() - bend.x()) * part, bend.y() + (other.y() - bend.y()) * part);
  }

  private static double legendWidth(SortedSet<Drawing.Tone> tones) {
    return 56 + tones.stream().mapToDouble(tone -> tone.words().length() * 6.1 + 34).sum();
  }

  private static String legend(SortedSet<Drawing.Tone> tones, double y) {
    StringBuilder out = new StringBuilder();
    double x = 28;
    for (Drawing.Tone tone : tones) {
      out.append(
          format(
              "<rect x=\"%s\" y=\"%s\" width=\"10\" height=\"10\" rx=\"3\" fill=\"%s\"/>"
                  + "<text class=\"note\" x=\"%s\" y=\"%s\">%s</text>\n",
              x, y, tone.colour(), x + 15, y + 9, tone.words()));
      x += tone.words().length() * 6.1 + 34;
    }
    return out.toString();
  }

  private static String shown(String name) {
    return name.length() <= LONGEST ? name : "…" + name.substring(name.length() - LONGEST + 1);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private static String format(String pattern, Object... values) {
    Object[] texts = new Object[values.length];
    for (int i = 0; i < values.length; i++) {
      texts[i] =
          values[i] instanceof Double number
              ? String.format(Locale.ROOT, "%.1f", number)
              : values[i];
    }
    return String.format(Locale.ROOT, pattern, texts);
  }
}
