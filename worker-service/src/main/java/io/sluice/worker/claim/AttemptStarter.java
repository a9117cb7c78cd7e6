package io.sluice.worker.claim;

/** What becomes of acquired tasks: the seam between claiming and executing. */
public interface AttemptStarter {
  /** Begins work on a claim without blocking; the work settles the claim. */
  Ongoing begin(Claim claim);

  /**
   * Waits until so many more may be begun, and keeps that room; false when the worker stops. Then
   * {@link #giveRoomBack}, whether they were begun or not.
   */
  boolean awaitRoom(int batch) throws InterruptedException;

  /** What was begun has taken its room by now. */
  void giveRoomBack(int batch);

  /** Work that was begun and may last. */
  interface Ongoing {
    /**
     * The batch is older than lease-after: make this a lease, if its call has lasted that long and
     * has not ended by now. Asked again every few milliseconds until the claim is settled.
     */
    void handOver();
  }
}
