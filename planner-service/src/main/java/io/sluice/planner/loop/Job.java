package io.sluice.planner.loop;

import java.util.Optional;

/** A piece of work for a {@link Crew}. */
interface Job {
  /** Whose work it is: one lane takes no more than its share. */
  String lane();

  /** The service that it and others need and that may not answer: then one of them waits. */
  String place();

  /** How large it is: what it takes to work on it grows with that. */
  long bytes();

  /** Whether its result is no longer needed. */
  boolean isUnwanted();

  /**
   * Empty when it is done, otherwise why it has to be tried again.
   *
   * @param tries how often it was tried before
   */
  Optional<Again> attempt(int tries) throws InterruptedException;

  /** Ends it with the words of a failure. */
  void refuse(String why);
}
