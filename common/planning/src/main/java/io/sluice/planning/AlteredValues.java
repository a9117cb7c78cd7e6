package io.sluice.planning;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.substitution.Expressions;
import io.sluice.language.substitution.Given;
import io.sluice.language.substitution.Reference;
import io.sluice.language.substitution.References;
import io.sluice.language.substitution.Substituted;
import io.sluice.language.substitution.Substitution;
import io.sluice.model.Address;
import io.sluice.model.json.Json;
import io.sluice.model.message.Snapshot;
import io.sluice.model.record.StateRecord;
import io.sluice.planning.document.Resource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Finds the references whose values have changed since the instances were made. During a run the
 * values are known, so nothing has to be replaced on suspicion.
 */
final class AlteredValues {
  private final Given values;
  private final Function<StateRecord, JsonNode> attributes;

  /** Both in clear. */
  AlteredValues(Map<String, JsonNode> values, Function<StateRecord, JsonNode> attributes) {
    this.values = Given.plain(values, Map.of());
    this.attributes = attributes;
  }

  /** By the address of the instance, the texts of its altered references. */
  record Altered(Map<Address, Set<String>> texts) {
    boolean is(Address instance, String text) {
      return texts.getOrDefault(instance, Set.of()).contains(text);
    }
  }

  Altered of(List<Resource> instances, Snapshot snapshot) {
    Map<Address, StateRecord> records = new HashMap<>();
    snapshot.resources().forEach(record -> records.put(record.address(), record));
    Map<Address, Set<String>> altered = new HashMap<>();
    for (Resource instance : instances) {
      StateRecord record = records.get(instance.address());
      if (record != null) {
        JsonNode before = attributes.apply(record);
        for (Reference found : References.in(instance.config())) {
          if (found instanceof Reference.Output && !same(instance, before, found.where())) {
            altered.computeIfAbsent(instance.address(), any -> new HashSet<>()).add(found.text());
          }
        }
      }
    }
    return new Altered(altered);
  }

  private boolean same(Resource instance, JsonNode before, String pointer) {
    return switch (Substitution.substitute(
        instance.config().at(pointer), values, name -> Optional.empty(), Expressions.NONE)) {
      case Substituted.Unresolved unknown -> false;
      case Substituted.Resolved resolved -> same(resolved.tree(), before.at(pointer));
    };
  }

  /** A provider may keep a number as a string. */
  private static boolean same(JsonNode now, JsonNode before) {
    return now.isValueNode() && before.isValueNode() && !before.isNull()
        ? now.asText().equals(before.asText())
        : Json.same(now, before);
  }
}
