package io.sluice.machine.task;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.Address;
import io.sluice.model.json.Json;
import io.sluice.model.plan.Reference;
import io.sluice.model.record.StateRecord;
import io.sluice.model.value.FieldPath;
import io.sluice.model.value.RecordField;
import java.util.Optional;

/** What a reference of a configuration stands for. Sealed values are passed through as they are. */
final class Values {
  private Values() {}

  static Optional<JsonNode> resolve(Reference reference, Lookup lookup) {
    if (reference.asksForInstances()) {
      return lookup.instances(reference.address()).map(all -> named(all, lookup));
    }
    if (reference.address().text().endsWith("[*]")) {
      return lookup
          .instances(reference.address())
          .flatMap(all -> together(reference.address(), all, lookup));
    }
    Optional<StateRecord> record = lookup.record(reference.address());
    if (record.isPresent()) {
      return RecordField.of(record.get(), reference.path());
    }
    return lookup
        .stepOutputs(reference.address())
        .flatMap(outputs -> FieldPath.walk(outputs, reference.path()));
  }

  /** Which instances there are, with what the steps among them gave. */
  private static JsonNode named(Lookup.Instances all, Lookup lookup) {
    ObjectNode byAddress = Json.object();
    for (Address address : all.addresses()) {
      byAddress.set(address.text(), lookup.stepOutputs(address).orElse(NullNode.getInstance()));
    }
    return byAddress;
  }

  /** All instances of a block, as a list or by their keys. */
  private static Optional<JsonNode> together(Address every, Lookup.Instances all, Lookup lookup) {
    String block = every.text().substring(0, every.text().length() - "[*]".length());
    ArrayNode list = Json.mapper().createArrayNode();
    ObjectNode byKey = Json.object();
    for (Address address : all.addresses()) {
      Optional<JsonNode> value =
          lookup
              .record(address)
              .flatMap(record -> RecordField.of(record, ""))
              .or(() -> lookup.stepOutputs(address));
      if (value.isEmpty()) {
        return Optional.empty();
      }
      if (all.counted()) {
        list.add(value.get());
      } else {
        byKey.set(FieldPath.key(address.text().substring(block.length())), value.get());
      }
    }
    return Optional.of(all.counted() ? list : byKey);
  }
}
