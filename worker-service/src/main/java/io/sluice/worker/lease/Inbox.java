package io.sluice.worker.lease;

import io.sluice.model.message.InboxMessage;
import java.util.concurrent.CompletableFuture;

/** Where a worker reports. Messages of one run keep the order in which they were written. */
public interface Inbox {
  /** Completes when the message is durable; keeps trying until then, or until the worker stops. */
  CompletableFuture<Void> write(String workspace, InboxMessage message);

  /** The same for those who don't wait: one of the two is run. */
  @SuppressWarnings("FutureReturnValueIgnored")
  default void write(
      String workspace, InboxMessage message, Runnable whenDurable, Runnable whenFailed) {
    write(workspace, message)
        .whenComplete(
            (written, failure) -> {
              if (failure == null) {
                whenDurable.run();
              } else {
                whenFailed.run();
              }
            });
  }
}
