package io.sluice.model.time;

import java.time.Duration;

/** How long a node waits at the most before it is tried again, whoever asks for it. */
public final class Delays {
  public static final Duration LONGEST = Duration.ofHours(1);

  private Delays() {}

  public static Duration shortened(Duration asked) {
    return asked.compareTo(LONGEST) > 0 ? LONGEST : asked;
  }
}
