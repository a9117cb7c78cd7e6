package io.sluice.planning.configuration.late;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.value.Value;
import io.sluice.model.Address;
import io.sluice.model.record.StateRecord;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;

/**
 * A run's request about a late part, with the values that the part is based on. Secrets are in
 * clear.
 *
 * @param part in which {@code [*]} stands for every instance
 * @param restsOn what is done by now, and may be used
 * @param instances of blocks whose instances only the run has found out
 * @param steps what steps gave
 * @param known what was known when the plan was drawn, and is in no record
 * @param records what state holds
 * @param replaced instances that a person wants replaced
 * @param run whose changes count as changes of now
 */
public record LateRequest(
    Address part,
    Set<Address> restsOn,
    Map<Address, SortedSet<Address>> instances,
    Map<Address, Value> steps,
    Map<Address, JsonNode> known,
    Map<Address, StateRecord> records,
    Set<String> replaced,
    String run) {
  public LateRequest {
    restsOn = Set.copyOf(restsOn);
    instances = Map.copyOf(instances);
    steps = Map.copyOf(steps);
    known = Map.copyOf(known);
    records = Map.copyOf(records);
    replaced = Set.copyOf(replaced);
  }
}
