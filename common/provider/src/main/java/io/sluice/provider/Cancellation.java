package io.sluice.provider;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Asks a call to stop. A wait belongs here, and what runs something hooks in. */
public final class Cancellation {
  private final CompletableFuture<String> cancelled = new CompletableFuture<>();

  /** The first reason counts. */
  public void cancel(String reason) {
    cancelled.complete(reason);
  }

  public boolean isCancelled() {
    return cancelled.isDone();
  }

  /** Empty until cancelled. */
  public String reason() {
    return cancelled.getNow("");
  }

  /** Runs at once when it is cancelled already. The hook is gone when it is closed. */
  public Hook onCancel(Runnable action) {
    CompletableFuture<Void> hook = cancelled.thenAccept(reason -> action.run());
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
