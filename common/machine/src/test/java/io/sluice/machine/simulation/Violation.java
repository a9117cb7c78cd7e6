package io.sluice.machine.simulation;

/** An invariant does not hold. */
final class Violation extends RuntimeException {
  private static final long serialVersionUID = 1L;

  Violation(String what) {
    super(what);
  }
}
