package io.sluice.worker.throttling;

import java.time.Duration;

/** Whether a provider may be called now. */
public sealed interface Admission {

  /** Close it with what came of the call. */
  record Admitted(Turn turn) implements Admission {}

  /**
   * Not before this time has passed.
   *
   * @param deferrable it may simply wait; else the provider has been in trouble for too long, and
   *     this counts as a failed attempt, so that every run ends
   */
  record Later(Duration after, String reason, boolean deferrable) implements Admission {}

  /** It was stopped while it waited. */
  record Withdrawn(String reason) implements Admission {}
}
