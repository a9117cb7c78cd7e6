package io.sluice.state.silence;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * When to look next. What a takeover finds outstanding is looked at at once and then after 100,
 * 200, 400 ms …, since the one who asked for it may be dead; all else is looked at rarely.
 */
final class Pace {
  private static final Duration FIRST = Duration.ofMillis(100);

  private final Duration usual;
  private final LongSupplier nanos;
  private boolean begun;
  private Duration wait = Duration.ZERO;
  private long last;

  /**
   * @param usual how long to wait between looks in the end
   * @param nanos the clock, {@link System#nanoTime} but for tests
   */
  Pace(Duration usual, LongSupplier nanos) {
    this.usual = usual;
    this.nanos = nanos;
    this.last = nanos.getAsLong();
  }

  /**
   * Whether to look now; that counts as a look.
   *
   * @param outstanding whether the takeover found anything; asked once
   */
  boolean isDue(BooleanSupplier outstanding) {
    long now = nanos.getAsLong();
    if (!begun) {
      begun = true;
      wait = outstanding.getAsBoolean() ? Duration.ZERO : usual;
    }
    if (now - last < wait.toNanos()) {
      return false;
    }
    last = now;
    Duration next = wait.isZero() ? FIRST : wait.multipliedBy(2);
    wait = next.compareTo(usual) < 0 ? next : usual;
    return true;
  }

  /** Nothing is outstanding any more: what comes later is in no hurry. */
  void relax() {
    wait = usual;
  }
}
