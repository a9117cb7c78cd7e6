package io.sluice.bridge.session;

import io.sluice.language.value.Value;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;

/**
 * An object as state keeps it between calls.
 *
 * @param privateData what the provider keeps for itself; no one else understands it, and it is lost
 *     only by accident
 * @param tainted it was not made to its end, and is replaced at the next occasion
 */
public record ObjectState(
    Value value, byte[] privateData, Optional<Value> identity, boolean tainted) {

  public static ObjectState of(Value value) {
    return new ObjectState(value, new byte[0], Optional.empty(), false);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ObjectState that
        && value.equals(that.value)
        && Arrays.equals(privateData, that.privateData)
        && identity.equals(that.identity)
        && tainted == that.tainted;
  }

  @Override
  public int hashCode() {
    return Objects.hash(value, Arrays.hashCode(privateData), identity, tainted);
  }

  @Override
  public String toString() {
    return "object of %d bytes private data%s"
        .formatted(privateData.length, tainted ? ", tainted" : "");
  }
}
