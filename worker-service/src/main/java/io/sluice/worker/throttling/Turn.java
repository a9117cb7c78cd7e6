package io.sluice.worker.throttling;

import io.sluice.provider.Cancellation;
import io.sluice.provider.Outcome;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One admitted operation. It may call the provider several times (a read before an update, reads
 * after it): each answer says something of the provider's health, unless the call was withdrawn
 * before. Used by one thread.
 */
public final class Turn implements AutoCloseable {
  private final Guard guard;
  private final Cancellation cancellation;
  private final int era;
  private final long since = System.nanoTime();
  private boolean counted;
  private boolean closed;

  /**
   * @param era of the breaker that admitted it
   */
  Turn(Guard guard, Cancellation cancellation, int era) {
    this.guard = guard;
    this.cancellation = cancellation;
    this.era = era;
  }

  /** What the provider answered to one call. */
  public void answered(Outcome outcome) {
    switch (outcome) {
      case Outcome.Done done -> heard(Verdict.HEALTHY, null);
      case Outcome.Gone gone -> heard(Verdict.HEALTHY, null);
      case Outcome.InDoubt doubt -> heard(Verdict.UNHEALTHY, null);
      case Outcome.Failed failed -> heard(verdict(failed), failed.retryAfter());
    }
  }

  /** The provider broke: an exception is a bug. */
  public void failed() {
    heard(Verdict.UNHEALTHY, null);
  }

  private void heard(Verdict verdict, @Nullable Duration asked) {
    boolean ofHealth = verdict == Verdict.HEALTHY || verdict == Verdict.UNHEALTHY;
    if (ofHealth && cancellation.isWithdrawn()) {
      return;
    }
    counted |= ofHealth;
    guard.heard(verdict, asked, since);
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      guard.ended(counted, era);
    }
  }

  /**
   * A user's error is a good answer: the provider is well. One that says when to come back is busy,
   * and well enough to say so.
   */
  private static Verdict verdict(Outcome.Failed failed) {
    return switch (failed.errorClass()) {
      case USER, PERMANENT, FENCED, FATAL -> Verdict.HEALTHY;
      case THROTTLED -> Verdict.THROTTLED;
      case TRANSIENT -> failed.retryAfter() == null ? Verdict.UNHEALTHY : Verdict.BUSY;
      case IN_DOUBT -> Verdict.UNHEALTHY;
    };
  }

  /** What an answer says of the provider's health. */
  enum Verdict {
    HEALTHY,
    UNHEALTHY,
    BUSY,
    THROTTLED
  }
}
