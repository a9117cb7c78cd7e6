package io.sluice.model.time;

import io.sluice.model.json.Times;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations as Go and Terraform write them ({@code 30s}, {@code 1h15m}, {@code 1.5h}, {@code
 * 200ms}), with days ({@code 2d}), and as ISO 8601 does ({@code PT1H30M}, {@code P1D}).
 */
public final class DurationText {
  private static final Pattern PART =
      Pattern.compile("([0-9]+(?:\\.[0-9]+)?)(ns|us|µs|ms|s|m|h|d)");
  private static final Pattern WHOLE = Pattern.compile("(?:0|(?:" + PART.pattern() + "){1,10})");
  private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);
  private static final int MOST_CHARACTERS = 100;
  private static final int MOST_MILLIS = 999_999_999;

  /** A duration, or why the text is none. */
  public sealed interface Parsed {}

  public record Good(Duration duration) implements Parsed {}

  /**
   * @param why to be said after the text: {@code is negative}
   */
  public record Bad(String why) implements Parsed {}

  private DurationText() {}

  public static Parsed parse(String text) {
    if (text.length() > MOST_CHARACTERS) {
      return new Bad("is longer than " + MOST_CHARACTERS + " characters");
    }
    if (text.startsWith("P")) {
      return iso(text);
    }
    if (!WHOLE.matcher(text).matches()) {
      return new Bad("is not a duration");
    }
    BigDecimal nanos = BigDecimal.ZERO;
    Matcher part = PART.matcher(text);
    while (part.find()) {
      nanos = nanos.add(new BigDecimal(part.group(1)).multiply(unit(part.group(2))));
    }
    return nanos.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0
        ? tooLong()
        : new Good(Duration.ofNanos(nanos.longValue()));
  }

  /** As it comes from a command line or an environment: in whatever case. */
  public static Parsed typed(String text) {
    String upper = text.strip().toUpperCase(Locale.ROOT);
    return parse(upper.startsWith("P") ? upper : text.strip().toLowerCase(Locale.ROOT));
  }

  /** For text that was checked before. */
  public static Duration duration(String text) {
    return switch (parse(text)) {
      case Good good -> good.duration();
      case Bad bad -> throw new IllegalArgumentException("the text " + bad.why());
    };
  }

  /**
   * The one form that every build reads: whole seconds, or milliseconds. What is finer is rounded
   * up, so that nothing becomes zero.
   */
  public static String canonical(Duration duration) {
    Duration rounded = duration.plusNanos(999_999);
    long millis = rounded.toMillis();
    boolean whole = millis % 1_000 == 0 || millis > MOST_MILLIS;
    return whole ? Math.ceilDiv(millis, 1_000L) + "s" : millis + "ms";
  }

  private static Parsed iso(String text) {
    try {
      Duration duration = Times.parseDuration(text);
      if (duration.isNegative()) {
        return new Bad("is negative");
      }
      return duration.compareTo(LONGEST) > 0 ? tooLong() : new Good(duration);
    } catch (DateTimeException | ArithmeticException e) {
      return new Bad("is not a duration");
    }
  }

  private static Bad tooLong() {
    return new Bad("is more than " + LONGEST.toDays() / 365 + " years");
  }

  private static BigDecimal unit(String unit) {
    return BigDecimal.valueOf(
        switch (unit) {
          case "ns" -> 1L;
          case "us", "µs" -> 1_000L;
          case "ms" -> 1_000_000L;
          case "s" -> 1_000_000_000L;
          case "m" -> 60_000_000_000L;
          case "h" -> 3_600_000_000_000L;
          case "d" -> 86_400_000_000_000L;
          default -> throw new IllegalStateException("unit " + unit);
        });
  }
}
