package io.sluice.worker.throttling;

import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Operations a second, evenly spaced. Halved when the provider asks for less, and back by steps.
 */
final class Pace {
  private static final double SLOWEST = 0.05;
  private static final double STEP = 0.1;

  private final String name;
  private final Duration longestWait;
  private @Nullable RateLimiter limiter;
  private double allowed;
  private double factor = 1;
  private double current;
  private long horizon;

  Pace(String name, Duration longestWait) {
    this.name = name;
    this.longestWait = longestWait;
  }

  /** This worker's share; 0 for no limit. */
  synchronized void allow(double perSecond) {
    if (perSecond != allowed) {
      allowed = perSecond;
      renew();
    }
  }

  /**
   * How long to wait for one's turn, which is then taken. Negative when that is too long: its
   * amount is how long to stay away, one after the other at the same pace.
   */
  Duration reserve() {
    RateLimiter pace;
    double perSecond;
    synchronized (this) {
      pace = limiter;
      perSecond = current;
    }
    if (pace == null) {
      return Duration.ZERO;
    }
    long nanos = pace.reservePermission();
    return nanos >= 0 ? Duration.ofNanos(nanos) : away(perSecond).negated();
  }

  private synchronized Duration away(double perSecond) {
    long now = System.nanoTime();
    long earliest = now + longestWait.toNanos();
    long at = horizon - earliest < 0 ? earliest : horizon;
    horizon = at + (long) (1e9 / perSecond);
    return Duration.ofNanos(at - now);
  }

  synchronized void slowDown() {
    if (allowed > 0) {
      factor = Math.max(SLOWEST, factor / 2);
      renew();
    }
  }

  synchronized void wentWell() {
    if (allowed > 0 && factor < 1) {
      factor = Math.min(1, factor + STEP / Math.max(1, current));
      if (factor == 1 || factor * allowed > current * (1 + STEP)) {
        renew();
      }
    }
  }

  private void renew() {
    current = allowed * factor;
    limiter =
        allowed <= 0
            ? null
            : RateLimiter.of(
                name,
                RateLimiterConfig.custom()
                    .limitForPeriod(1)
                    .limitRefreshPeriod(Duration.ofNanos(Math.max(1_000, (long) (1e9 / current))))
                    .timeoutDuration(longestWait)
                    .build());
  }

  synchronized double current() {
    return current;
  }
}
