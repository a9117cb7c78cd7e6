package io.sluice.planning.configuration;

import io.sluice.language.function.Moment;
import java.util.Optional;

/** A plan knows when it was begun, and nothing that only the run will know. */
record PlanMoment(String began) implements Moment {
  @Override
  public Optional<String> timestamp() {
    return Optional.empty();
  }

  @Override
  public Optional<String> planTimestamp() {
    return Optional.of(began);
  }

  @Override
  public Optional<String> uuid() {
    return Optional.empty();
  }

  @Override
  public Optional<byte[]> salt() {
    return Optional.empty();
  }

  @Override
  public boolean hasEnvironment() {
    return false;
  }

  @Override
  public Optional<String> environment(String name) {
    return Optional.empty();
  }
}
