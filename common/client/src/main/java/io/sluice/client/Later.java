package io.sluice.client;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A client that takes a moment to make and to connect: it is made when it is first asked for, or
 * begun before that, beside what the caller does until then.
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
   * A failure is made good by making it once more, for whoever asks for it.
   *
   * @param more what is done with it beside its first use
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
      // Where it was there already, its users find out by themselves.
      begun.completeExceptionally(e);
    }
  }

  /** Of one thread at a time. */
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

  /** What was begun, for the caller to close; empty if nothing was, or if it failed. */
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

  /** What is still being made is closed when it is there; nobody waits for that. */
  void close() {
    CompletableFuture<T> known = taken();
    if (known != null) {
      var unused = known.thenAccept(closing);
    }
  }
}
