package io.sluice.state.intake;

/** Continuing would lose or break something: the partition is halted until a person acts. */
public final class Halted extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public Halted(String message) {
    super(message);
  }
}
