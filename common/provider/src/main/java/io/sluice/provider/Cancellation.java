package io.sluice.provider;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Asks a call to stop. A wait belongs here, and what runs something hooks in. */
public final class Cancellation {
  private final CompletableFuture<Cause> cancelled = new CompletableFuture<>();

  private record Cause(String reason, boolean tookTooLong) {
    static final Cause NONE = new Cause("", false);
  }

  /** The first reason counts. */
  public void cancel(String reason) {
    cancelled.complete(new Cause(reason, false));
  }

  /**
   * Ends a call that did not answer in its time; it counts only if nothing else ended it before.
   */
  public void expire(String reason) {
    cancelled.complete(new Cause(reason, true));
  }

  /** Whether someone no longer wanted the call: that says nothing about who was called. */
  public boolean isWithdrawn() {
    return isCancelled() && !cancelled.getNow(Cause.NONE).tookTooLong();
  }

  public boolean isCancelled() {
    return cancelled.isDone();
  }

  /** Empty until cancelled. */
  public String reason() {
    return cancelled.getNow(Cause.NONE).reason();
  }

  /** Runs at once when it is cancelled already. The hook is gone when it is closed. */
  public Hook onCancel(Runnable action) {
    CompletableFuture<Void> hook = cancelled.thenAccept(cause -> action.run());
    return () -> hook.cancel(false);
  }

  /** Waits; false when it was cancelled before the time was over. Holds no platform thread. */
  public boolean sleep(Duration time) throws InterruptedException {
    try {
      cancelled.get(Math.max(0, time.toNanos()), TimeUnit.NANOSECONDS);
      return false;
    } catch (TimeoutException e) {
      return true;
    } catch (java.util.concurrent.ExecutionException e) {
      throw new IllegalStateException("a cancellation can't fail", e);
    }
  }

  /** Undoes an {@link #onCancel}. */
  public interface Hook extends AutoCloseable {
    @Override
    void close();
  }
}
