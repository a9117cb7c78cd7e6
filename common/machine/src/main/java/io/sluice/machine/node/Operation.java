package io.sluice.machine.node;

import io.sluice.machine.task.Attempt;
import io.sluice.model.message.Task;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the attempts of one token are about to do.
 *
 * @param token null where the next attempt makes one
 * @param mayHaveHappened an earlier attempt may have done it
 * @param provenAfter from when on "not found" proves that none did
 * @param absent an attempt found nothing of that name before it first called
 * @param callers claims whose calls may go on, since no report has said that they ended
 */
public record Operation(
    @Nullable String token,
    boolean mayHaveHappened,
    @Nullable Instant provenAfter,
    boolean absent,
    List<String> callers) {
  /** Beyond this number it is only known that some claim may have called. */
  private static final int MOST_CALLERS = 32;

  /** None has begun, or it is over: the next attempt begins a new one. */
  static final Operation NONE = new Operation(null, false, null, false, List.of());

  public Operation {
    callers = List.copyOf(callers);
  }

  static Operation of(Attempt attempt) {
    return new Operation(
        attempt.token(),
        attempt.recovering(),
        attempt.recoverAfter(),
        attempt.absent(),
        attempt.callers());
  }

  Operation inDoubt() {
    return mayHaveHappened ? this : new Operation(token, true, provenAfter, absent, callers);
  }

  /**
   * This claim may have called, besides the holder of the attempt.
   *
   * @param after no earlier than what is known already; null if nothing is known of it
   */
  Operation calledBy(String claim, @Nullable Instant after, boolean foundNothing) {
    return new Operation(
        token, true, after == null ? provenAfter : after, absent || foundNothing, with(claim));
  }

  Operation foundNothing() {
    return new Operation(token, mayHaveHappened, provenAfter, true, callers);
  }

  /** All who may have called are known. */
  Operation recovering(@Nullable Instant after) {
    return new Operation(token, true, after, absent, callers);
  }

  /**
   * @param over the call of {@code caller} has ended: only earlier ones may go on
   */
  Operation recovering(@Nullable Instant after, @Nullable String caller, boolean over) {
    List<String> all = over && callers.isEmpty() ? callers : with(caller);
    return new Operation(token, true, after, absent, all);
  }

  private List<String> with(@Nullable String caller) {
    Set<String> all = new LinkedHashSet<>(callers);
    if (caller != null && (all.contains(caller) || all.size() < MOST_CALLERS)) {
      all.add(caller);
    } else {
      all.add(Task.UNKNOWN_CALLER);
    }
    return List.copyOf(all);
  }
}
