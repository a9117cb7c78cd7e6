package io.sluice.machine.node;

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

  static Operation inDoubt(@Nullable Operation operation) {
    if (operation == null) {
      return new Operation(null, true, null, false);
    }
    return operation.mayHaveHappened
        ? operation
        : new Operation(operation.token, true, operation.provenAfter, operation.absent);
  }

  Operation foundNothing() {
    return new Operation(token, mayHaveHappened, provenAfter, true);
  }

  Operation recovering(@Nullable Instant after) {
    return new Operation(token, true, after, absent);
  }
}
