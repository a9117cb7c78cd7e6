package io.sluice.cli.command.shared;

import io.sluice.cli.terminal.Fault;
import io.sluice.model.time.DurationText;
import io.sluice.model.time.DurationText.Bad;
import io.sluice.model.time.DurationText.Good;
import java.time.Duration;
import java.util.regex.Pattern;

/** A length of time as a person types it: a number alone is in seconds. */
public final class LengthOfTime {
  private static final Pattern SECONDS = Pattern.compile("\\d{1,9}");

  private LengthOfTime() {}

  public static Duration of(String typed) {
    String text = typed.strip();
    if (SECONDS.matcher(text).matches()) {
      return Duration.ofSeconds(Long.parseLong(text));
    }
    return switch (DurationText.typed(text)) {
      case Good good -> good.duration();
      case Bad bad ->
          throw Fault.of(
              "\"" + typed + "\" is not a length of time",
              "Write a number and a unit.",
              "30s, 5m, 1h.");
    };
  }
}
