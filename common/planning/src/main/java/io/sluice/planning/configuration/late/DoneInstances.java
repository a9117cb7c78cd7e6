package io.sluice.planning.configuration.late;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.config.Declarations.Step;
import io.sluice.language.config.Resource;
import io.sluice.language.config.ResourceMode;
import io.sluice.language.instancing.Expansion;
import io.sluice.language.instancing.InstanceKey;
import io.sluice.language.instancing.ModuleInstance;
import io.sluice.language.instancing.Repeated;
import io.sluice.language.instancing.ResourceInstances;
import io.sluice.language.instancing.ResourceInstances.One;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.Value;
import io.sluice.language.value.Values;
import io.sluice.model.Address;
import io.sluice.model.EveryInstance;
import io.sluice.model.record.StateRecord;
import io.sluice.planning.configuration.values.PlannedValues;
import io.sluice.provider.schema.TypeSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The values, during a run, of everything but the part that is planned: what the part is based on
 * has its value from state or from the run; everything else is unknown.
 */
public final class DoneInstances {
  private final @Nullable LateRequest request;

  /**
   * @param request null where all is planned at once
   */
  public DoneInstances(@Nullable LateRequest request) {
    this.request = request;
  }

  /** Whether a part is asked about, and not the whole. */
  public boolean isPart() {
    return request != null;
  }

  /** Empty for what is to be decided about now. */
  public Optional<ResourceInstances> of(
      ModuleInstance module, Resource resource, TypeSchema schema, Expansion expansion) {
    LateRequest late = request;
    String block = module.prefix() + resource.name();
    boolean opened = resource.name().mode() == ResourceMode.EPHEMERAL;
    if (late == null || opened || isAsked(late, block)) {
      return Optional.empty();
    }
    boolean data = resource.name().mode() == ResourceMode.DATA;
    return Optional.of(
        instances(late, block, expansion, address -> worth(late, address, schema, data)));
  }

  /** The same of a step. */
  public Optional<ResourceInstances> of(ModuleInstance module, Step step, Expansion expansion) {
    LateRequest late = request;
    String block = module.prefix() + step.reference();
    return late == null || isAsked(late, block)
        ? Optional.empty()
        : Optional.of(instances(late, block, expansion, address -> output(late, address)));
  }

  private static boolean isAsked(LateRequest late, String block) {
    return EveryInstance.covers(late.part().block(), block);
  }

  /** Whether this run has changed the object; during the run there is no decision to ask. */
  public boolean wasChanged(Address instance) {
    LateRequest late = request;
    StateRecord record = late == null ? null : late.records().get(instance);
    return late != null && record != null && late.run().equals(record.runId());
  }

  private static Value worth(LateRequest late, Address address, TypeSchema schema, boolean data) {
    JsonNode known = late.known().get(address);
    if (known != null) {
      return PlannedValues.read(schema, known);
    }
    StateRecord record = late.records().get(address);
    if (record == null) {
      return Values.UNKNOWN;
    }
    return data
        ? PlannedValues.read(schema, record.attributes())
        : PlannedValues.of(schema, record);
  }

  private static Value output(LateRequest late, Address step) {
    return ObjectValue.of(Map.of("output", late.steps().getOrDefault(step, Values.UNKNOWN)));
  }

  private static ResourceInstances instances(
      LateRequest late, String block, Expansion expansion, Function<Address, Value> worth) {
    for (Map.Entry<Address, SortedSet<Address>> each : late.instances().entrySet()) {
      if (EveryInstance.covers(each.getKey().block(), block)) {
        return found(block, each.getValue(), expansion.kind(), worth);
      }
    }
    Map<InstanceKey, One> made = new LinkedHashMap<>();
    for (Repeated repeated : Expansion.instances(expansion)) {
      Address address = Address.of(block + repeated.key().text());
      boolean done = late.restsOn().contains(address);
      made.put(repeated.key(), new One(address, done ? worth.apply(address) : Values.UNKNOWN));
    }
    return new ResourceInstances(expansion, made);
  }

  private static ResourceInstances found(
      String block, SortedSet<Address> there, Expansion.Kind kind, Function<Address, Value> worth) {
    SortedMap<InstanceKey, One> made = new TreeMap<>();
    for (Address address : there) {
      if (address.block().equals(block)) {
        made.put(InstanceKey.of(address), new One(address, worth.apply(address)));
      }
    }
    List<Repeated> all = new ArrayList<>();
    made.keySet().forEach(key -> all.add(Repeated.at(key)));
    return new ResourceInstances(new Expansion.Known(kind, all), made);
  }
}
