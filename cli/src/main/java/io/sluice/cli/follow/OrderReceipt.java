package io.sluice.cli.follow;

import io.sluice.cli.terminal.Fault;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Waits until an order that was put into the inbox has been taken, which is usually at once. */
public final class OrderReceipt {
  private static final Duration PATIENCE = Duration.ofSeconds(15);
  private static final Duration PAUSE = Duration.ofMillis(50);

  private OrderReceipt() {}

  /**
   * The first look at which the order shows, or the last one if the thread was interrupted.
   *
   * @param standing for people: what the status is when the wait ends
   */
  public static <T> T await(Supplier<T> look, Predicate<T> taken, Function<T, String> standing) {
    T last = look(look, taken);
    if (!taken.test(last) && !Thread.currentThread().isInterrupted()) {
      throw Fault.of(
          "No state service took the order within " + PATIENCE.toSeconds() + " s",
          standing.apply(last),
          "The order is stored, and takes effect when a state service reads it; `sluice doctor`"
              + " checks the services.");
    }
    return last;
  }

  /** The first look at which it shows, or the last one that patience or an interrupt allowed. */
  public static <T> T look(Supplier<T> look, Predicate<T> taken) {
    long until = System.nanoTime() + PATIENCE.toNanos();
    T last = look.get();
    while (!taken.test(last) && System.nanoTime() <= until) {
      try {
        Thread.sleep(PAUSE);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return last;
      }
      last = look.get();
    }
    return last;
  }
}
