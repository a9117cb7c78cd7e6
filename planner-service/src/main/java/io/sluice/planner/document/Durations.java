package io.sluice.planner.document;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them: {@code 30s}, {@code 1h30m}, {@code 250ms}. */
final class Durations {
  static final String EXPECTED = "a duration such as \"30s\", \"5m\" or \"1h30m\"";
  private static final Duration LONGEST = Duration.ofDays(7);
  private static final Pattern PART = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,6})?)(ms|s|m|h)");

  private Durations() {}

  static Optional<Duration> parse(String text) {
    Matcher part = PART.matcher(text);
    Duration sum = Duration.ZERO;
    int at = 0;
    while (part.find() && part.start() == at) {
      double value = Double.parseDouble(String.valueOf(part.group(1)));
      sum = sum.plusMillis(Math.round(value * millis(String.valueOf(part.group(2)))));
      at = part.end();
    }
    boolean whole = at == text.length() && at > 0;
    return whole && sum.isPositive() && sum.compareTo(LONGEST) <= 0
        ? Optional.of(sum)
        : Optional.empty();
  }

  private static double millis(String unit) {
    return switch (unit) {
      case "ms" -> 1;
      case "s" -> 1_000;
      case "m" -> 60_000;
      case "h" -> 3_600_000;
      default -> throw new IllegalStateException(unit + " is no unit");
    };
  }
}
