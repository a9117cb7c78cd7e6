package io.sluice.provider;

import java.time.Duration;

/** When a call must have ended, on the monotonic clock. */
public record Deadline(long nanoTime) {
  public static Deadline after(Duration time) {
    return new Deadline(System.nanoTime() + time.toNanos());
  }

  /** Never negative. */
  public Duration remaining() {
    return Duration.ofNanos(Math.max(0, nanoTime - System.nanoTime()));
  }

  public boolean passed() {
    return nanoTime - System.nanoTime() <= 0;
  }

  public Deadline noLaterThan(Duration time) {
    Deadline other = after(time);
    return other.nanoTime - nanoTime < 0 ? other : this;
  }
}
