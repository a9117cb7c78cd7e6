package io.sluice.planning.configuration;

import io.sluice.language.function.Moment;
import java.util.Optional;

/** A plan knows when it was begun, and nothing that only the run will know. */
record PlanMoment(String began) implements Moment {
  @Override
  public Optional<String> planTimestamp() {
    return Optional.of(began);
  }
}
