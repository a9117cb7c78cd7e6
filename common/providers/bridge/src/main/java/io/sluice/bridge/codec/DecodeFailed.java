package io.sluice.bridge.codec;

/**
 * Bytes that are no value of their type; the message says where and why, never what stood there.
 */
public final class DecodeFailed extends Exception {
  private static final long serialVersionUID = 1L;

  public DecodeFailed(String message) {
    super(message, null, false, false);
  }

  /** Where and why. */
  public String sentence() {
    return String.valueOf(getMessage());
  }

  DecodeFailed below(String step) {
    String rest = sentence();
    boolean hasPath = rest.startsWith(".") || rest.startsWith("[");
    return new DecodeFailed(step + (hasPath ? "" : ": ") + rest);
  }
}
