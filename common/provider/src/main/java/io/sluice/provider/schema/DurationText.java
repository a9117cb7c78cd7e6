package io.sluice.provider.schema;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations as Go and Terraform write them: {@code 30s}, {@code 1h15m}, {@code 1.5h}, {@code
 * 200ms}.
 */
public final class DurationText {
  private static final Pattern PART = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)(ns|us|µs|ms|s|m|h)");
  private static final Pattern WHOLE = Pattern.compile("(?:0|(?:" + PART.pattern() + "){1,10})");
  private static final BigDecimal LONGEST = BigDecimal.valueOf(Long.MAX_VALUE);

  /** For the schema of an attribute. */
  public static final ValueCheck CHECK =
      value ->
          isDuration(value.asText())
              ? Optional.empty()
              : Optional.of("must be a duration such as 500ms, 30s, 5m or 1h30m");

  private DurationText() {}

  public static boolean isDuration(String text) {
    return text.length() <= 100
        && WHOLE.matcher(text).matches()
        && nanos(text).compareTo(LONGEST) <= 0;
  }

  public static Duration parse(String text) {
    if (!isDuration(text)) {
      throw new IllegalArgumentException("not a duration");
    }
    return Duration.ofNanos(nanos(text).longValue());
  }

  private static BigDecimal nanos(String text) {
    BigDecimal nanos = BigDecimal.ZERO;
    Matcher part = PART.matcher(text);
    while (part.find()) {
      nanos = nanos.add(new BigDecimal(part.group(1)).multiply(unit(part.group(2))));
    }
    return nanos;
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
          default -> throw new IllegalStateException("unit " + unit);
        });
  }
}
