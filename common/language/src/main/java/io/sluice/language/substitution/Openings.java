package io.sluice.language.substitution;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.value.Value;

/**
 * Opens the ephemeral resources that the expressions of a task use. An expression carries a
 * description of what to open, never the result.
 */
@FunctionalInterface
public interface Openings {
  /** The result of an opening. */
  sealed interface Opened {}

  /** The result; it may go nowhere but into the call that it was opened for. */
  record Open(Value value) implements Opened {
    @Override
    public String toString() {
      return "Open";
    }
  }

  /** Why it is not open, in a sentence that holds no secret. */
  record Failed(String reason) implements Opened {}

  /**
   * @param address of the instance; the same is opened once
   * @param form what the plan says of it
   * @param given the values that the form refers to
   */
  Opened open(String address, JsonNode form, Given given);

  /** Where no provider's program runs. */
  Openings NONE = (address, form, given) -> new Failed(address + " cannot be opened here");
}
