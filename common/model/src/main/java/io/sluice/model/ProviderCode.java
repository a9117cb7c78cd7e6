package io.sluice.model;

import io.sluice.model.limit.Clipped;
import io.sluice.model.limit.Limits;

/** A code that a provider gave: upper case with underscores. */
public record ProviderCode(String wire) implements ErrorCode {
  public ProviderCode {
    wire = Clipped.of(wire, Limits.STANDARD.texts().name());
  }

  @Override
  public String toString() {
    return wire;
  }
}
