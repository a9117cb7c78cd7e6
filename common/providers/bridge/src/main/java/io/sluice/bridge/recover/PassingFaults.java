package io.sluice.bridge.recover;

import java.util.Collection;
import java.util.List;
import java.util.Locale;

/**
 * Texts of refusals that pass, so that the same call may succeed a moment later: what a cloud says
 * while it has not heard of an object yet, and its own client does not repeat.
 */
public final class PassingFaults {
  private static final List<String> SHIPPED = Tables.lines("passing-faults");

  private PassingFaults() {}

  /** Whether a provider of this address refused with such a text. */
  public static boolean matches(String source, String message) {
    return source.equals(Tables.AWS) && matches(SHIPPED, message);
  }

  /** Upper and lower case do not count. */
  public static boolean matches(Collection<String> texts, String message) {
    String said = message.toLowerCase(Locale.ROOT);
    return texts.stream().anyMatch(text -> said.contains(text.toLowerCase(Locale.ROOT)));
  }
}
