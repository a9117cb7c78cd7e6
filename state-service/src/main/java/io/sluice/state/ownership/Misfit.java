package io.sluice.state.ownership;

import io.sluice.state.intake.Origin;

/** What was decided can't travel: a record is larger than its topic takes. */
final class Misfit extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Origin origin;

  Misfit(Origin origin, RuntimeException cause) {
    super(String.valueOf(cause.getMessage()), cause);
    this.origin = origin;
  }

  Origin origin() {
    return origin;
  }
}
