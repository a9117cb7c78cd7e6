package io.sluice.planning.configuration.values;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.language.value.Mark;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.Value;
import io.sluice.model.json.Json;
import io.sluice.provider.schema.TypeSchema;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Outputs of other workspaces as their plans leave them. A data source that would read them has
 * these instead: what a plan of the other workspace can't know yet is unknown here, too.
 */
public record Upstream(SortedMap<String, SortedMap<String, Output>> workspaces) {
  /** Where a configuration on its way to the planner has it, sealed as a whole. */
  public static final String FIELD = "upstream";

  public static final Upstream NONE = new Upstream(Collections.emptySortedMap());

  public Upstream {
    workspaces = Collections.unmodifiableSortedMap(new TreeMap<>(workspaces));
  }

  /**
   * @param value with {@code {"$unknown": true}} for what is known after the apply
   */
  public record Output(JsonNode value, boolean sensitive) {}

  public Upstream with(String workspace, SortedMap<String, Output> outputs) {
    SortedMap<String, SortedMap<String, Output>> more = new TreeMap<>(workspaces);
    more.put(workspace, outputs);
    return new Upstream(more);
  }

  /** Whether a workspace leaves any of its outputs unknown. */
  public boolean isOpen(String workspace) {
    return workspaces.getOrDefault(workspace, Collections.emptySortedMap()).values().stream()
        .anyMatch(output -> !ShownValue.read(output.value()).isWhollyKnown());
  }

  /** What a data source is worth that would read one of these workspaces; empty for any other. */
  public Optional<Value> worth(TypeSchema schema, JsonNode config) {
    return SharedOutputs.workspace(schema.type(), config)
        .map(workspaces::get)
        .map(outputs -> worth(schema, config, outputs));
  }

  private static Value worth(
      TypeSchema schema, JsonNode config, SortedMap<String, Output> outputs) {
    ObjectNode attributes = config.deepCopy();
    ArrayNode sensitive = attributes.putArray(SharedOutputs.SENSITIVE);
    Map<String, Value> values = new LinkedHashMap<>();
    config
        .path("defaults")
        .properties()
        .forEach(each -> values.put(each.getKey(), ShownValue.read(each.getValue())));
    outputs.forEach(
        (name, output) -> {
          Value value = ShownValue.read(output.value());
          values.put(
              name, output.sensitive() ? value.withMarks(EnumSet.of(Mark.SENSITIVE)) : value);
          if (output.sensitive()) {
            sensitive.add(name);
          }
        });
    Map<String, Value> whole =
        new LinkedHashMap<>(PlannedValues.read(schema, attributes).entries());
    whole.put(SharedOutputs.OUTPUTS, ObjectValue.of(values));
    return ObjectValue.of(whole);
  }

  public ObjectNode toJson() {
    ObjectNode tree = Json.object();
    workspaces.forEach(
        (workspace, outputs) -> {
          ObjectNode all = tree.putObject(workspace);
          outputs.forEach(
              (name, output) -> {
                ObjectNode one = all.putObject(name);
                one.set("value", output.value());
                one.put("sensitive", output.sensitive());
              });
        });
    return tree;
  }

  public static Upstream of(JsonNode tree) {
    SortedMap<String, SortedMap<String, Output>> workspaces = new TreeMap<>();
    for (Map.Entry<String, JsonNode> workspace : tree.properties()) {
      SortedMap<String, Output> outputs = new TreeMap<>();
      workspace
          .getValue()
          .properties()
          .forEach(
              each ->
                  outputs.put(
                      each.getKey(),
                      new Output(
                          each.getValue().path("value"),
                          each.getValue().path("sensitive").asBoolean())));
      workspaces.put(workspace.getKey(), outputs);
    }
    return new Upstream(workspaces);
  }
}
