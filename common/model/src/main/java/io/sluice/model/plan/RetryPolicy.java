package io.sluice.model.plan;

import java.time.Duration;

/**
 * How often and how far apart a node is attempted; backoff doubles from {@code base} to {@code
 * max}.
 */
public record RetryPolicy(int attempts, Duration base, Duration max) {
  public static final RetryPolicy DEFAULT =
      new RetryPolicy(5, Duration.ofSeconds(1), Duration.ofSeconds(60));
}
