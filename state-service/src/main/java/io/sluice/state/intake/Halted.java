package io.sluice.state.intake;

/** Going on would lose or break something: the partition stands still until a person has acted. */
public final class Halted extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public Halted(String message) {
    super(message);
  }
}
