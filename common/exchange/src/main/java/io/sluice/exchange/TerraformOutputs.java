package io.sluice.exchange;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.Address;
import io.sluice.model.json.Json;
import io.sluice.model.record.RecordKeys;
import io.sluice.model.record.RecordStatus;
import io.sluice.model.record.StateRecord;
import io.sluice.seal.Sealer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The outputs of a root module: one record here, a map in Terraform's state. */
public final class TerraformOutputs {
  private TerraformOutputs() {}

  /**
   * @param outputs {@code {name: {value, type, sensitive?}}}
   */
  static Optional<StateRecord> record(String workspace, JsonNode outputs, Supplier<Sealer> sealer) {
    if (outputs.isEmpty()) {
      return Optional.empty();
    }
    ObjectNode attributes = Json.object();
    ObjectNode values = attributes.putObject("values");
    List<String> sensitive = new ArrayList<>();
    for (Map.Entry<String, JsonNode> field : outputs.properties()) {
      JsonNode output = field.getValue();
      boolean hidden = output.path("sensitive").asBoolean();
      ObjectNode one = values.putObject(field.getKey());
      one.set("value", output.path("value"));
      one.put("sensitive", hidden);
      if (output.hasNonNull("type")) {
        one.set("type", output.path("type"));
      }
      if (hidden) {
        sensitive.add("/values/" + field.getKey() + "/value");
      }
    }
    String address = RecordKeys.OUTPUTS;
    return Optional.of(
        StateRecord.of(
            draft -> {
              draft.workspace = workspace;
              draft.address = Address.of(RecordKeys.OUTPUTS);
              draft.type = RecordKeys.OUTPUTS_TYPE;
              draft.id = "outputs";
              draft.attributes =
                  sensitive.isEmpty()
                      ? attributes
                      : sealer.get().sealPaths(workspace, address, attributes, sensitive);
              draft.desired = NullNode.getInstance();
              draft.sensitivePaths = sensitive;
              draft.status = RecordStatus.OK;
              draft.updatedAt = Instant.EPOCH;
            }));
  }

  /**
   * @param record in clear; null where there are no outputs
   */
  public static ObjectNode of(@Nullable JsonNode record) {
    Map<String, ObjectNode> sorted = new TreeMap<>();
    if (record != null) {
      for (Map.Entry<String, JsonNode> field : record.at("/attributes/values").properties()) {
        JsonNode output = field.getValue();
        if (output.hasNonNull("value")) {
          sorted.put(field.getKey(), written(output));
        }
      }
    }
    ObjectNode outputs = Json.object();
    sorted.forEach(outputs::set);
    return outputs;
  }

  private static ObjectNode written(JsonNode output) {
    ObjectNode written = Json.object();
    JsonNode value = output.path("value");
    written.set("value", value);
    written.set("type", output.hasNonNull("type") ? output.path("type") : DynamicValue.type(value));
    if (output.path("sensitive").asBoolean()) {
      written.put("sensitive", true);
    }
    return written;
  }
}
