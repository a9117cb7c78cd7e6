package io.sluice.machine.node;

import io.sluice.machine.task.Attempt;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the attempts of one token are about to do.
 *
 * @param token null where the next attempt makes one
 * @param mayHaveHappened an earlier attempt may have done it
 * @param provenAfter from when on "not found" proves that none did
 * @param absent an attempt found nothing of that name before it first called
 */
public record Operation(
    @Nullable String token,
    boolean mayHaveHappened,
    @Nullable Instant provenAfter,
    boolean absent) {
  /** None has begun, or it is over: the next attempt begins a new one. */
  static final Operation NONE = new Operation(null, false, null, false);

  static Operation of(Attempt attempt) {
    return new Operation(
        attempt.token(), attempt.recovering(), attempt.recoverAfter(), attempt.absent());
  }

  Operation inDoubt() {
    return mayHaveHappened ? this : new Operation(token, true, provenAfter, absent);
  }

  Operation foundNothing() {
    return new Operation(token, mayHaveHappened, provenAfter, true);
  }

  Operation recovering(@Nullable Instant after) {
    return new Operation(token, true, after, absent);
  }
}
