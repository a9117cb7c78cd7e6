package io.sluice.planner.request;

import java.time.Duration;

/**
 * How a snapshot is asked for.
 *
 * @param again it was asked for before, so an owner that cannot answer now is not waited for
 * @param longest how long the owner may take to write it
 */
public record Look(boolean again, Duration longest) {
  /**
   * A frozen owner blocks a thread for no longer than the first of these. A large workspace takes
   * longer to write, and gets its time when it is tried again.
   */
  private static final Duration[] LONGEST = {
    Duration.ofSeconds(20), Duration.ofSeconds(60), Duration.ofSeconds(240)
  };

  static Look after(int tries) {
    return new Look(tries > 0, LONGEST[Math.min(tries, LONGEST.length - 1)]);
  }
}
