package io.sluice.machine.task;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.Address;
import io.sluice.model.record.StateRecord;
import java.util.List;
import java.util.Optional;

/**
 * Finds the values that tasks need: this run's commits are in state already, except the outputs of
 * steps.
 */
public interface Lookup {
  Optional<StateRecord> record(Address address);

  /** What a step of this run gave back. */
  default Optional<JsonNode> stepOutputs(Address step) {
    return Optional.empty();
  }

  /**
   * The instances that this run expanded a block {@code x.y[*]} into, or found there; empty if it
   * has expanded none.
   */
  default Optional<Instances> instances(Address block) {
    return Optional.empty();
  }

  /**
   * What a block became.
   *
   * @param counted distinguished by numbers, else by keys
   * @param addresses in their order
   */
  record Instances(boolean counted, List<Address> addresses) {
    public Instances {
      addresses = List.copyOf(addresses);
    }
  }

  /** Whether the object at this address was made anew in this run. */
  default boolean replaced(Address address) {
    return false;
  }
}
