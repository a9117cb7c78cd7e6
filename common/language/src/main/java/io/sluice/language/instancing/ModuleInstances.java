package io.sluice.language.instancing;

import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.TupleValue;
import io.sluice.language.value.Value;
import io.sluice.language.value.Values;
import io.sluice.model.Address;
import io.sluice.model.EveryInstance;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * A module call, expanded in one instance of the calling module.
 *
 * @param needs what {@code count} or {@code for_each} was made of
 */
public record ModuleInstances(
    Expansion expansion, Map<InstanceKey, ModuleInstance> instances, SortedSet<Address> needs) {
  public ModuleInstances {
    instances = new LinkedHashMap<>(instances);
  }

  public @Nullable ModuleInstance find(InstanceKey key) {
    return instances.get(key);
  }

  public Collection<ModuleInstance> all() {
    return instances.values();
  }

  /**
   * Whether only the run finds out the instances; false in validation, and for a caller that is
   * itself late.
   */
  boolean areLate(ModuleInstance caller) {
    return expansion instanceof Expansion.Waiting
        && caller.environment().phase() != Phase.VALIDATE
        && !caller.isLate();
  }

  /**
   * The address of an output of all instances, for references from outside.
   *
   * @param name null for all outputs
   */
  Address output(@Nullable String name) {
    return EveryInstance.output(all().iterator().next().path(), name);
  }

  /** The one that stands for all, and its outputs, where only the run finds out the instances. */
  public Optional<ModuleInstance> late(ModuleInstance caller) {
    return areLate(caller) ? Optional.of(all().iterator().next()) : Optional.empty();
  }

  /** What the name of the call stands for. */
  public Value value() {
    if (!(expansion instanceof Expansion.Known)) {
      return Values.UNKNOWN;
    }
    return switch (expansion.kind()) {
      case SINGLE -> {
        ModuleInstance single = instances.get(InstanceKey.none());
        yield single == null ? Values.UNKNOWN : single.outputObject();
      }
      case COUNTED ->
          TupleValue.of(instances.values().stream().map(ModuleInstance::outputObject).toList());
      case KEYED -> {
        Map<String, Value> entries = new LinkedHashMap<>();
        instances.forEach(
            (key, one) -> {
              if (key instanceof InstanceKey.Key(String text)) {
                entries.put(text, one.outputObject());
              }
            });
        yield ObjectValue.of(entries);
      }
    };
  }
}
