package io.sluice.model.time;

import java.time.Duration;

/** The longest time before a node is tried again, whatever asks for the delay. */
public final class Delays {
  public static final Duration LONGEST = Duration.ofHours(1);

  private Delays() {}

  public static Duration shortened(Duration asked) {
    return asked.compareTo(LONGEST) > 0 ? LONGEST : asked;
  }
}
