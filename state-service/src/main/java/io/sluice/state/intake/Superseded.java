package io.sluice.state.intake;

/**
 * This instance may no longer own the partition, or does not know how its last transaction ended:
 * everything in memory is discarded, and the partition is taken over again if it is still ours.
 */
public final class Superseded extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public Superseded(String message, Throwable cause) {
    super(message, cause);
  }

  public Superseded(String message) {
    super(message);
  }
}
