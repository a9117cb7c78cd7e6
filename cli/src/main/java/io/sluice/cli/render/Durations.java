package io.sluice.cli.render;

import java.time.Duration;
import java.util.Locale;

/** Durations as people say them: {@code 45ms}, {@code 1.2s}, {@code 3m05s}, {@code 2h10m}. */
public final class Durations {
  private Durations() {}

  public static String of(Duration duration) {
    long millis = Math.max(0, duration.toMillis());
    if (millis < 1_000) {
      return millis + "ms";
    }
    if (millis < 60_000) {
      return String.format(Locale.ROOT, millis < 10_000 ? "%.1fs" : "%.0fs", millis / 1000.0);
    }
    long seconds = millis / 1_000;
    if (seconds < 3_600) {
      return String.format(Locale.ROOT, "%dm%02ds", seconds / 60, seconds % 60);
    }
    return String.format(Locale.ROOT, "%dh%02dm", seconds / 3_600, seconds % 3_600 / 60);
  }
}
