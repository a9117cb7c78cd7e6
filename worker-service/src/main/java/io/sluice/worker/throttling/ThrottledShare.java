package io.sluice.worker.throttling;

/**
 * What share of the last answers asked for less. Some APIs throttle a request here and there
 * whatever one does: that concerns the request alone. A share above a tenth is meant for everyone,
 * and so is the first answer of all, of which nothing else is known.
 */
final class ThrottledShare {
  private static final double TOLERATED = 0.1;
  private static final int AT_FIRST = 9;
  private static final int REMEMBERED = 64;

  private int answers = AT_FIRST;
  private double share;

  synchronized void answered() {
    heard(0);
  }

  /** Whether this is more than the noise of the target. */
  synchronized boolean tooMany() {
    heard(1);
    return share >= TOLERATED;
  }

  private void heard(double throttled) {
    answers = Math.min(REMEMBERED, answers + 1);
    share += (throttled - share) / answers;
  }
}
