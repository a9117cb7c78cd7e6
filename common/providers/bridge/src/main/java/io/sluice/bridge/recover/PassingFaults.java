package io.sluice.bridge.recover;

import java.util.Collection;
import java.util.List;
import java.util.Locale;

/**
 * Texts of refusals that say more than no: that the same call may succeed a moment later, since a
 * cloud has not heard of an object yet and its own client does not repeat; or that an answer was
 * lost on its way to the provider.
 */
public final class PassingFaults {
  private static final List<String> SHIPPED = Tables.lines("aws-passing-faults");
  private static final List<String> LOST = Tables.lines("lost-answers");

  /** Of connections that did not come about: nothing was sent on them. */
  private static final List<String> NOT_SENT = List.of("dial tcp", "dial udp", "no such host");

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

  /** Whether the provider has sent a request and does not know what became of it. */
  public static boolean isLostAnswer(String message) {
    return matches(LOST, message) && !matches(NOT_SENT, message);
  }
}
