package io.sluice.language.value;

/** A value that would be too large or too deep; the message is a sentence. */
public final class Oversize extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public Oversize(String message) {
    super(message, null, false, false);
  }

  /** What is too large, as a sentence. */
  public String sentence() {
    return String.valueOf(getMessage());
  }
}
