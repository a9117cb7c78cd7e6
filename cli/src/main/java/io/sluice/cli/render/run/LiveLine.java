package io.sluice.cli.render.run;

import io.sluice.cli.render.Durations;
import io.sluice.cli.render.Style;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The line at the bottom of a terminal while a run is followed: a bar, and how things stand. */
final class LiveLine {
  private static final int BAR = 20;
  private static final int NARROW = 60;

  /** The node that has been at it for longest. */
  record Longest(String node, Duration since) {}

  /** What holds the run back, if anything does: then nothing can be said of its end. */
  enum Mode {
    GOING_ON,
    PAUSED,
    CANCELLING
  }

  /**
   * What the line says.
   *
   * @param done nodes of which nothing more will be heard, failed ones among them
   * @param since how long ago the plan was accepted
   */
  record Standing(
      Mode mode,
      int done,
      int total,
      int running,
      int failed,
      int doubts,
      Duration since,
      Optional<Longest> longest) {
    int waiting() {
      return Math.max(0, total - done - running);
    }
  }

  private LiveLine() {}

  /** No wider than {@code width} on the screen. */
  static String of(Standing standing, int width, Style style) {
    boolean bar = standing.total() > 0 && width >= NARROW;
    String text = text(standing);
    String clipped = clip(text, bar ? width - BAR - 1 : width);
    return bar ? bar(standing, style) + " " + style.dim(clipped) : style.dim(clipped);
  }

  private static String bar(Standing standing, Style style) {
    int total = standing.total();
    int done = Math.min(BAR, standing.done() * BAR / total);
    int bad = standing.failed() + standing.doubts();
    int red = bad == 0 ? 0 : Math.min(done, Math.max(1, bad * BAR / total));
    int cyan = standing.running() == 0 ? 0 : Math.min(BAR - done, 1);
    return style.green("━".repeat(done - red))
        + style.red("━".repeat(red))
        + style.cyan("╸".repeat(cyan))
        + style.dim("─".repeat(BAR - done - cyan));
  }

  private static String text(Standing standing) {
    return switch (standing.mode()) {
      case GOING_ON -> goingOn(standing);
      case PAUSED -> "paused: " + still(standing) + ", " + standing.waiting() + " waiting";
      case CANCELLING -> "cancelling: " + still(standing);
    };
  }

  private static String still(Standing standing) {
    return standing.running() + " still running" + longest(standing);
  }

  private static String longest(Standing standing) {
    return standing
        .longest()
        .map(node -> " (" + node.node() + " " + Durations.of(node.since()) + ")")
        .orElse("");
  }

  private static String goingOn(Standing standing) {
    List<String> parts = new ArrayList<>();
    parts.add(standing.done() + (standing.total() > 0 ? " of " + standing.total() : "") + " done");
    parts.add(standing.running() + " running");
    if (standing.total() > 0) {
      parts.add(standing.waiting() + " waiting");
    }
    if (standing.failed() > 0) {
      parts.add(standing.failed() + " failed");
    }
    if (standing.doubts() > 0) {
      parts.add(standing.doubts() + " in doubt");
    }
    double seconds = Math.max(0.001, standing.since().toMillis() / 1000.0);
    if (standing.done() > 0 && seconds >= 1) {
      double rate = standing.done() / seconds;
      parts.add(String.format(Locale.ROOT, "%.1f/s", rate));
      if (standing.total() > standing.done()) {
        long millis = (long) ((standing.total() - standing.done()) / rate * 1000);
        parts.add("about " + Durations.of(Duration.ofMillis(millis)) + " left");
      }
    }
    return String.join(", ", parts) + longest(standing);
  }

  static String clip(String text, int width) {
    return text.length() <= width ? text : text.substring(0, Math.max(0, width - 1)) + "…";
  }
}
