package io.sluice.worker.claim;

/** What becomes of acquired tasks: the seam between claiming and executing. */
public interface Attempts {
  /** Begins work on a claim without blocking; whoever works on it settles the claim. */
  Ongoing begin(Claim claim);

  /** Waits until another batch may be taken; false when the worker stops. */
  boolean awaitRoom() throws InterruptedException;

  /** Work that was begun and may last. */
  interface Ongoing {
    /**
     * The batch is older than lease-after: make this a lease, if its call has lasted that long and
     * has not ended by now. Asked again every few milliseconds until the claim is settled.
     */
    void handOver();
  }
}
