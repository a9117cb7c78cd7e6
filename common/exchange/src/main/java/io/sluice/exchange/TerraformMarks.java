package io.sluice.exchange;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.json.Json;
import io.sluice.model.json.JsonPointers;
import io.sluice.model.record.StateRecord;
import io.sluice.provider.ProviderRegistry;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.AttributeType;
import io.sluice.provider.schema.TypeSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Terraform's marks of sensitive values: paths to what a configuration marked. Terraform leaves
 * copies of a secret in clear ({@code terraform_data}'s output repeats its input). Sluice seals the
 * copies too, and exports no marks for them, since Terraform would take a new mark for a change.
 */
final class TerraformMarks {
  private TerraformMarks() {}

  /** All sensitive values of a state: every copy of them is sealed. */
  static List<JsonNode> values(JsonNode state, ProviderRegistry registry) {
    List<JsonNode> values = new ArrayList<>();
    for (JsonNode resource : state.path("resources")) {
      TerraformProvider.of(resource)
          .resource(registry, resource.path("type").asText())
          .ifPresent(
              found ->
                  resource
                      .path("instances")
                      .forEach(instance -> values.addAll(values(found, instance))));
    }
    for (JsonNode output : state.path("outputs")) {
      if (output.path("sensitive").asBoolean()) {
        values.add(output.path("value"));
      }
    }
    return values;
  }

  private static List<JsonNode> values(ProviderRegistry.Found found, JsonNode instance) {
    TypeSchema schema = found.schema();
    JsonNode attributes =
        found.source() == null
            ? TerraformImport.unwrapped(schema, instance, Json.object())
            : instance.path("attributes");
    return pointers(schema, instance).stream().map(attributes::at).toList();
  }

  /** By the schema, and by the state itself. */
  static List<String> pointers(TypeSchema schema, JsonNode instance) {
    List<String> pointers = new ArrayList<>(schema.sensitivePointers());
    for (JsonNode path : instance.path("sensitive_attributes")) {
      StringBuilder pointer = new StringBuilder();
      for (JsonNode step : path) {
        JsonNode value = step.path("value");
        String name = value.isObject() ? value.path("value").asText() : value.asText();
        pointer.append('/').append(JsonPointers.step(name));
      }
      pointers.add(pointer.toString());
    }
    return pointers;
  }

  static ArrayNode of(StateRecord record, Optional<TypeSchema> schema) {
    ArrayNode marks = Json.mapper().createArrayNode();
    for (String pointer : record.sensitivePaths()) {
      String[] names = pointer.substring(1).split("/", -1);
      Optional<AttributeSchema> attribute = schema.flatMap(one -> one.body().attribute(names[0]));
      boolean repeated =
          attribute.filter(one -> !one.configurable() && !one.sensitive()).isPresent();
      if (!repeated) {
        marks.add(steps(names, record.attributes(), attribute));
      }
    }
    return marks;
  }

  private static ArrayNode steps(
      String[] names, JsonNode attributes, Optional<AttributeSchema> attribute) {
    ArrayNode steps = Json.mapper().createArrayNode();
    boolean map =
        attribute
            .map(AttributeSchema::type)
            .filter(AttributeType.MapOf.class::isInstance)
            .isPresent();
    JsonNode at = attributes;
    for (int i = 0; i < names.length; i++) {
      String name = JsonPointers.name(names[i]);
      ObjectNode step = steps.addObject();
      if (at.isArray()) {
        int index = Integer.parseInt(name);
        step.put("type", "index").putObject("value").put("value", index).put("type", "number");
        at = at.path(index);
      } else {
        if (map && i == 1) {
          step.put("type", "index").putObject("value").put("value", name).put("type", "string");
        } else {
          step.put("type", "get_attr").put("value", name);
        }
        at = at.path(name);
      }
    }
    return steps;
  }
}
