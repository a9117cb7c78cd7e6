package io.sluice.worker.manners;

import io.sluice.model.ErrorClass;
import io.sluice.provider.Outcome;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/** One admitted call. Ends once. */
public final class Turn {
  private final Guard guard;
  private final long since = System.nanoTime();
  private final AtomicBoolean ended = new AtomicBoolean();

  Turn(Guard guard) {
    this.guard = guard;
  }

  /** What the provider answered. */
  public void answered(Outcome outcome) {
    switch (outcome) {
      case Outcome.Done done -> end(Verdict.WELL, null);
      case Outcome.Gone gone -> end(Verdict.WELL, null);
      case Outcome.InDoubt doubt -> end(Verdict.ILL, null);
      case Outcome.Failed failed -> end(verdict(failed.errorClass()), failed.retryAfter());
    }
  }

  /** The provider broke: an exception is a bug. */
  public void broke() {
    end(Verdict.ILL, null);
  }

  /** Nothing was called after all. */
  public void unused() {
    end(Verdict.NONE, null);
  }

  private void end(Verdict verdict, @org.jspecify.annotations.Nullable Duration asked) {
    if (ended.compareAndSet(false, true)) {
      guard.ended(verdict, asked, since);
    }
  }

  /** A user's error is a good answer: the provider is well. */
  private static Verdict verdict(ErrorClass errorClass) {
    return switch (errorClass) {
      case USER, PERMANENT, FENCED, FATAL -> Verdict.WELL;
      case THROTTLED -> Verdict.THROTTLED;
      case TRANSIENT, IN_DOUBT -> Verdict.ILL;
    };
  }

  /** What a call says of the provider's health. */
  enum Verdict {
    WELL,
    ILL,
    THROTTLED,
    NONE
  }
}
