package io.sluice.client;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A client that takes a moment to connect. It is made on first use, or earlier in the background
 * while its user does something else.
 */
final class Later<T> {
  private final Supplier<T> making;
  private final Consumer<T> closing;
  private @Nullable CompletableFuture<T> made;

  Later(Supplier<T> making, Consumer<T> closing) {
    this.making = making;
    this.closing = closing;
  }

  /**
   * Makes the client in the background. If that fails, {@link #get} makes it again.
   *
   * @param more what else the background thread does with the client
   */
  synchronized void begin(Consumer<T> more) {
    if (made == null) {
      CompletableFuture<T> begun = new CompletableFuture<>();
      made = begun;
      Thread.ofPlatform().daemon().name("sluice-client").start(() -> make(begun, more));
    }
  }

  private void make(CompletableFuture<T> begun, Consumer<T> more) {
    try {
      T now = making.get();
      begun.complete(now);
      more.accept(now);
    } catch (RuntimeException | Error e) {
      // If the client was made already, its users meet the failure themselves.
      begun.completeExceptionally(e);
    }
  }

  /** To be called by one thread at a time. */
  T get() {
    CompletableFuture<T> known = known();
    if (known != null) {
      try {
        return known.join();
      } catch (CompletionException e) {
        taken();
      }
    }
    T now = making.get();
    synchronized (this) {
      made = CompletableFuture.completedFuture(now);
    }
    return now;
  }

  /**
   * Hands the client over for the caller to close; empty if there is none, or if making it failed.
   */
  Optional<T> take() {
    CompletableFuture<T> known = taken();
    try {
      return Optional.ofNullable(known).map(CompletableFuture::join);
    } catch (CompletionException e) {
      return Optional.empty();
    }
  }

  private synchronized @Nullable CompletableFuture<T> known() {
    return made;
  }

  private synchronized @Nullable CompletableFuture<T> taken() {
    CompletableFuture<T> known = made;
    made = null;
    return known;
  }

  /**
   * Closes the client. One that is still being made is closed once it is ready, without waiting for
   * it.
   */
  void close() {
    CompletableFuture<T> known = taken();
    if (known != null) {
      var unused = known.thenAccept(closing);
    }
  }
}
