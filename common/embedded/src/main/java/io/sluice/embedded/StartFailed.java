package io.sluice.embedded;

import org.jspecify.annotations.Nullable;

/** A broker or ZooKeeper that could not start. The message is for people and names the folder. */
public final class StartFailed extends RuntimeException {
  private static final long serialVersionUID = 1L;

  StartFailed(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
