package io.sluice.worker.lease;

import java.util.concurrent.atomic.AtomicLong;

/**
 * One life of the worker's membership. Claims are named after it; once it has ended, nothing new is
 * begun in its name and what runs is asked to stop, since the owners of its leases judge it lost.
 */
public final class Incarnation {
  private final String id;
  private final AtomicLong sequence = new AtomicLong();
  private volatile boolean ended;

  public Incarnation(String id) {
    this.id = id;
  }

  public String id() {
    return id;
  }

  public String nextClaimId() {
    return id + "-" + sequence.incrementAndGet();
  }

  public boolean hasEnded() {
    return ended;
  }

  void end() {
    ended = true;
  }
}
