package io.sluice.machine.task;

import io.sluice.model.plan.Node;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How long a node's call may take: {@code timeouts} as people write them, {@code 1h30m}. */
public final class Timeouts {
  private static final Pattern PART = Pattern.compile("(\\d{1,9})(ms|s|m|h)");

  private Timeouts() {}

  /** What the machine counts with; the worker lets no call of the node last longer. */
  public static Duration of(Node node, MachineSettings settings) {
    Duration own = own(node, settings.callTimeout());
    return own.compareTo(settings.longestCall()) > 0 ? settings.longestCall() : own;
  }

  private static Duration own(Node node, Duration otherwise) {
    Map<String, String> timeouts = node.timeouts();
    String text =
        timeouts == null ? null : timeouts.get(node.action().word());
    if (text == null) {
      return otherwise;
    }
    Duration parsed = parse(text);
    return parsed.isZero() ? otherwise : parsed;
  }

  private static Duration parse(String text) {
    if (text.startsWith("P")) {
      try {
        Duration parsed = Duration.parse(text);
        return parsed.isNegative() ? Duration.ZERO : parsed;
      } catch (DateTimeException | ArithmeticException e) {
        return Duration.ZERO;
      }
    }
    Duration sum = Duration.ZERO;
    Matcher parts = PART.matcher(text);
    int end = 0;
    while (parts.find() && parts.start() == end) {
      end = parts.end();
      long n = Long.parseLong(parts.group(1));
      sum =
          sum.plus(
              switch (parts.group(2)) {
                case "ms" -> Duration.ofMillis(n);
                case "s" -> Duration.ofSeconds(n);
                case "m" -> Duration.ofMinutes(n);
                default -> Duration.ofHours(n);
              });
    }
    return end == text.length() ? sum : Duration.ZERO;
  }
}
