package io.sluice.state.ownership;

/**
 * This instance may no longer own the partition, or does not know how its last transaction ended:
 * everything in memory is thrown away, and the partition is taken over afresh if it is still ours.
 */
final class Superseded extends RuntimeException {
  private static final long serialVersionUID = 1L;

  Superseded(String message, Throwable cause) {
    super(message, cause);
  }

  Superseded(String message) {
    super(message);
  }
}
