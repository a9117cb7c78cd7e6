package io.sluice.cli.render.run;

import io.sluice.cli.render.Durations;
import io.sluice.cli.render.Style;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The line at the bottom of a terminal while a run is followed: a bar and the progress. */
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
  record Progress(
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
  static String of(Progress progress, int width, Style style) {
    boolean bar = progress.total() > 0 && width >= NARROW;
    String text = text(progress);
    String clipped = clip(text, bar ? width - BAR - 1 : width);
    return bar ? bar(progress, style) + " " + style.dim(clipped) : style.dim(clipped);
  }

  private static String bar(Progress progress, Style style) {
    int total = progress.total();
    int done = Math.min(BAR, progress.done() * BAR / total);
    int bad = progress.failed() + progress.doubts();
    int red = bad == 0 ? 0 : Math.min(done, Math.max(1, bad * BAR / total));
    int cyan = progress.running() == 0 ? 0 : Math.min(BAR - done, 1);
    return style.green("━".repeat(done - red))
        + style.red("━".repeat(red))
        + style.cyan("╸".repeat(cyan))
        + style.dim("─".repeat(BAR - done - cyan));
  }

  private static String text(Progress progress) {
    return switch (progress.mode()) {
      case GOING_ON -> goingOn(progress);
      case PAUSED -> "paused: " + still(progress) + ", " + progress.waiting() + " waiting";
      case CANCELLING -> "cancelling: " + still(progress);
    };
  }

  private static String still(Progress progress) {
    return progress.running() + " still running" + longest(progress);
  }

  private static String longest(Progress progress) {
    return progress
        .longest()
        .map(node -> " (" + node.node() + " " + Durations.of(node.since()) + ")")
        .orElse("");
  }

  private static String goingOn(Progress progress) {
    List<String> parts = new ArrayList<>();
    parts.add(progress.done() + (progress.total() > 0 ? " of " + progress.total() : "") + " done");
    parts.add(progress.running() + " running");
    if (progress.total() > 0) {
      parts.add(progress.waiting() + " waiting");
    }
    if (progress.failed() > 0) {
      parts.add(progress.failed() + " failed");
    }
    if (progress.doubts() > 0) {
      parts.add(progress.doubts() + " in doubt");
    }
    double seconds = Math.max(0.001, progress.since().toMillis() / 1000.0);
    if (progress.done() > 0 && seconds >= 1) {
      double rate = progress.done() / seconds;
      parts.add(String.format(Locale.ROOT, "%.1f/s", rate));
      if (progress.total() > progress.done()) {
        long millis = (long) ((progress.total() - progress.done()) / rate * 1000);
        parts.add("about " + Durations.of(Duration.ofMillis(millis)) + " left");
      }
    }
    return String.join(", ", parts) + longest(progress);
  }

  static String clip(String text, int width) {
    return text.length() <= width ? text : text.substring(0, Math.max(0, width - 1)) + "…";
  }
}
