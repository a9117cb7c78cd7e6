package io.sluice.worker.throttling;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * How many operations run at once: one more for every round that went well, less by three tenths of
 * what ran when the provider asks for less. Resilience4j's bulkhead has a fixed number; this one
 * moves.
 */
final class Concurrency {
  private static final long ONE_ROUND = Duration.ofSeconds(1).toNanos();

  private static final double LESS = 0.7;

  private final Places places;
  private int ceiling;
  private int limit;
  private int running;
  private double credit;
  private long loweredAt;
  private boolean lowered;

  Concurrency(int ceiling) {
    this.ceiling = ceiling;
    this.limit = ceiling;
    this.places = new Places(ceiling);
  }

  /** Waits without holding a platform thread; false when there was no place in time. */
  boolean enter(Duration patience) throws InterruptedException {
    if (!places.tryAcquire(Math.max(0, patience.toNanos()), TimeUnit.NANOSECONDS)) {
      return false;
    }
    synchronized (this) {
      running++;
    }
    return true;
  }

  void leave() {
    synchronized (this) {
      running--;
    }
    places.release();
  }

  /** The ceiling follows the number of workers. */
  synchronized void ceiling(int other) {
    if (other != ceiling) {
      boolean free = limit == ceiling;
      ceiling = other;
      resize(free ? other : Math.min(limit, other));
    }
  }

  synchronized void wentWell() {
    if (limit < ceiling) {
      credit += 1.0 / limit;
      if (credit >= 1) {
        credit = 0;
        resize(limit + 1);
      }
    }
  }

  /** What began before the last reduction says nothing new; true when this reduced it. */
  synchronized boolean slowDown(long began) {
    long now = System.nanoTime();
    boolean old = lowered && (began - loweredAt < 0 || now - loweredAt < ONE_ROUND);
    if (!old) {
      lowered = true;
      loweredAt = now;
      credit = 0;
      resize(Math.max(1, (int) (Math.min(limit, running) * LESS)));
    }
    return !old;
  }

  private void resize(int other) {
    if (other > limit) {
      places.release(other - limit);
    } else {
      places.take(limit - other);
    }
    limit = other;
  }

  synchronized int limit() {
    return limit;
  }

  synchronized int running() {
    return running;
  }

  int waiting() {
    return places.getQueueLength();
  }

  /** Can owe permits: what runs is not stopped. */
  private static final class Places extends Semaphore {
    private static final long serialVersionUID = 1L;

    Places(int permits) {
      super(permits, true);
    }

    void take(int permits) {
      reducePermits(permits);
    }
  }
}
