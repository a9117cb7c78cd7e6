package io.sluice.bridge.session;

import io.sluice.language.value.Value;
import java.time.Instant;
import java.util.Optional;

/**
 * Something that a provider holds open; its result is never stored.
 *
 * @param renewAt when it must be renewed to stay so
 */
public record OpenEphemeral(
    String type, Value result, byte[] privateData, Optional<Instant> renewAt) {
  @Override
  public String toString() {
    return "open " + type;
  }
}
