package io.sluice.state.ownership;

/** Going on would lose or break something: the partition stands still until a person has acted. */
final class Halted extends RuntimeException {
  private static final long serialVersionUID = 1L;

  Halted(String message) {
    super(message);
  }
}
