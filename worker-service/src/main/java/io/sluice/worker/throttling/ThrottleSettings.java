package io.sluice.worker.throttling;

import java.time.Duration;

/**
 * @param window calls that a breaker looks at
 * @param failurePercent of them that open it
 * @param firstOpen how long it stays open when it opens; twice as long after each probe that failed
 * @param open how long it stays open at most
 * @param longestWait what takes longer is given back, and waits in no worker
 * @param patience how long a provider may be in trouble before its tasks use up their attempts
 * @param mostAtOnce operations at once where a provider block says nothing
 */
public record ThrottleSettings(
    int window,
    int failurePercent,
    Duration firstOpen,
    Duration open,
    Duration longestWait,
    Duration patience,
    int mostAtOnce) {
  public static final ThrottleSettings DEFAULT =
      new ThrottleSettings(
          20,
          50,
          Duration.ofSeconds(1),
          Duration.ofSeconds(30),
          Duration.ofSeconds(3),
          Duration.ofMinutes(2),
          2_000);

  public ThrottleSettings {
    if (firstOpen.compareTo(open) > 0) {
      throw new IllegalArgumentException("a breaker opens for a shorter time first");
    }
    if (window < 1 || failurePercent < 1 || failurePercent > 100 || mostAtOnce < 1) {
      throw new IllegalArgumentException(
          "a breaker looks at one call at least and opens at 1 to 100 percent; one operation at"
              + " least may run");
    }
  }
}
