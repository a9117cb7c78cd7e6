package io.sluice.worker.execution;

import io.sluice.provider.Outcome;
import java.time.Duration;

/** What an execution has to ask for on its way. */
@FunctionalInterface
public interface Gate {
  /** Asked once, right before a provider is called; false if it must not be. */
  boolean mayCall();

  /** When the task was received, on the monotonic clock. */
  default long receivedAt() {
    return System.nanoTime();
  }

  /**
   * The provider has looked, found nothing and is about to write. Returns when that is durable;
   * false if it must not write.
   */
  default boolean mayMakeAbsent() {
    return true;
  }

  /** The provider was called, took so long and answered; called once for each call. */
  default void called(Outcome outcome, Duration took) {}
}
