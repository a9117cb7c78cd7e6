package io.sluice.planning.configuration;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.Type;
import io.sluice.language.value.Value;
import io.sluice.model.Address;
import io.sluice.model.json.Json;
import io.sluice.model.plan.Node;
import io.sluice.model.record.StateRecord;
import io.sluice.planning.ask.PlannedObject;
import io.sluice.planning.configuration.desired.DesiredConfiguration.Planned;
import io.sluice.planning.configuration.values.ConfiguredValue;
import io.sluice.planning.configuration.values.PlannedValues;
import io.sluice.planning.configuration.values.ShownValue;
import io.sluice.planning.decide.Decision;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How an object differs from its record, as its provider found it during planning. As in Terraform,
 * a plan reports this where it may explain a change.
 *
 * @param gone whether it no longer exists
 * @param fields the names of what is different
 */
public record Outside(boolean gone, List<String> fields) {
  public Outside {
    fields = List.copyOf(fields);
  }

  /**
   * @param nodes of the plan
   */
  static SortedMap<Address, Outside> of(Map<Address, Planned> planned, List<Node> nodes) {
    SortedMap<Address, Outside> all = new TreeMap<>();
    Set<Address> matters = new HashSet<>();
    planned.forEach(
        (address, made) -> {
          if (!made.decision().isNothing()) {
            matters.add(address);
            matters.addAll(made.decision().resource().dependencies());
          }
        });
    planned.forEach(
        (address, made) -> {
          Decision decision = made.decision();
          if (!matters.contains(address)) {
            return;
          }
          PlannedObject found = decision.planned();
          StateRecord record = decision.record();
          if (decision.imported() != null) {
            return; // nothing is recorded that it could differ from
          }
          if (found != null && record != null && decision.isGone()) {
            all.put(address, new Outside(true, List.of()));
          } else if (found != null && record != null && found.before().isPresent()) {
            List<String> fields = differing(decision, record, found.before().get());
            if (!fields.isEmpty()) {
              all.put(address, new Outside(false, fields));
            }
          }
        });
    for (Node node : nodes) {
      if (node.forgetsWhatIsGone() && !node.address().isDeposed()) {
        all.putIfAbsent(node.address(), new Outside(true, List.of()));
      }
    }
    return all;
  }

  /** What another version of the provider wrote can't be compared. */
  private static List<String> differing(Decision decision, StateRecord record, Value found) {
    List<String> fields = new ArrayList<>();
    boolean comparable =
        record.type().equals(decision.resource().type())
            && record.schemaVersion() == decision.type().schema().version();
    Value recorded = ConfiguredValue.unmarked(PlannedValues.of(decision.type().schema(), record));
    if (comparable && found instanceof ObjectValue now && recorded instanceof ObjectValue before) {
      now.map()
          .forEach(
              (name, value) -> {
                Value old = before.map().get(name);
                boolean bothEmpty = old != null && isEmpty(old) && isEmpty(value);
                if (old != null && !bothEmpty && !Json.same(shown(old), shown(value))) {
                  fields.add(name);
                }
              });
    }
    return fields;
  }

  /** Many providers report a collection as absent one time and as empty the next. */
  private static boolean isEmpty(Value value) {
    return value.isNull()
        || (value.isKnown()
            && !(value.type() instanceof Type.Primitive)
            && value.elements().isEmpty());
  }

  private static JsonNode shown(Value value) {
    return new ShownValue().write(value);
  }
}
