package io.sluice.worker.execution;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations as people write them in {@code timeouts}: {@code 90s}, {@code 1h30m}, {@code 250ms}.
 */
final class Timeouts {
  private static final Pattern PART = Pattern.compile("(\\d+(?:\\.\\d+)?)(ms|s|m|h|d)");

  private Timeouts() {}

  static Optional<Duration> parse(String text) {
    Matcher matcher = PART.matcher(text);
    Duration sum = Duration.ZERO;
    int end = 0;
    while (matcher.find() && matcher.start() == end) {
      double amount = Double.parseDouble(matcher.group(1));
      sum = sum.plusMillis(Math.round(amount * millis(matcher.group(2))));
      end = matcher.end();
    }
    return end == text.length() && end > 0 ? Optional.of(sum) : Optional.empty();
  }

  private static long millis(String unit) {
    return switch (unit) {
      case "ms" -> 1L;
      case "s" -> 1_000L;
      case "m" -> 60_000L;
      case "h" -> 3_600_000L;
      case "d" -> 86_400_000L;
      default -> throw new IllegalStateException("not a unit: " + unit);
    };
  }
}
