package io.sluice.seal;

import org.jspecify.annotations.Nullable;

/** A key that is missing or unusable, or a value that the keys here do not open. */
public final class SealFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  SealFailure(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  public SealFailure(String message) {
    this(message, null);
  }

  /** What to say to people. */
  public String reason() {
    return String.valueOf(getMessage());
  }
}
