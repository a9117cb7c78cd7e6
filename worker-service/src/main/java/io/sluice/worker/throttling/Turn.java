package io.sluice.worker.throttling;

import io.sluice.provider.Outcome;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One admitted operation. It may call the provider several times (a read before an update, reads
 * after it): each answer says something of the provider's health. Used by one thread.
 */
public final class Turn implements AutoCloseable {
  private final Guard guard;
  private final long since = System.nanoTime();
  private boolean counted;
  private boolean closed;

  Turn(Guard guard) {
    this.guard = guard;
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
    counted |= verdict == Verdict.HEALTHY || verdict == Verdict.UNHEALTHY;
    guard.heard(verdict, asked, since);
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      guard.ended(counted);
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
