package io.sluice.planning.configuration.values;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.value.Mark;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.Value;
import io.sluice.provider.schema.TypeSchema;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Data sources that bring outputs of another workspace. A schema can't say which of them are
 * sensitive: the data source says it with what it read.
 */
public final class SharedOutputs {
  private static final Set<String> TYPES = Set.of("sluice_outputs", "terraform_remote_state");
  static final String OUTPUTS = "outputs";
  static final String SENSITIVE = "sensitive_outputs";

  private SharedOutputs() {}

  /** The workspace that a data source of these arguments reads; empty for anything else. */
  public static Optional<String> workspace(String type, JsonNode config) {
    return switch (type) {
      case "sluice_outputs" -> text(config.path("workspace"));
      case "terraform_remote_state" ->
          config.path("backend").asText().equals("sluice")
              ? text(config.path("config").path("workspace"))
              : Optional.empty();
      default -> Optional.empty();
    };
  }

  private static Optional<String> text(JsonNode name) {
    return Optional.ofNullable(name.textValue());
  }

  /** The data source with its sensitive outputs marked; any other as it is. */
  static Value marked(TypeSchema schema, Value read) {
    if (schema.kind() != TypeSchema.Kind.DATA || !TYPES.contains(schema.type())) {
      return read;
    }
    Map<String, Value> attributes = new LinkedHashMap<>(read.entries());
    Value outputs = attributes.get(OUTPUTS);
    Value names = attributes.get(SENSITIVE);
    if (outputs == null || names == null || names.isNull()) {
      return read;
    }
    if (!outputs.isKnown() || outputs.isNull()) {
      return read;
    }
    Set<String> sensitive = new HashSet<>();
    for (Value name : names.elements()) {
      if (name instanceof Value.StringValue(String text)) {
        sensitive.add(text);
      }
    }
    Map<String, Value> marked = new LinkedHashMap<>(outputs.entries());
    sensitive.forEach(
        name ->
            marked.computeIfPresent(
                name, (same, value) -> value.withMarks(EnumSet.of(Mark.SENSITIVE))));
    attributes.put(OUTPUTS, ObjectValue.of(marked));
    return ObjectValue.of(attributes);
  }
}
