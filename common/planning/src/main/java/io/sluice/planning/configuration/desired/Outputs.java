package io.sluice.planning.configuration.desired;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.Address;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import io.sluice.model.message.Snapshot;
import io.sluice.model.record.RecordKeys;
import io.sluice.model.record.StateRecord;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The outputs of a root module as state has them. */
public final class Outputs {
  public static final Address ADDRESS = Address.of(RecordKeys.OUTPUTS);
  public static final String TYPE = RecordKeys.OUTPUTS_TYPE;

  private Outputs() {}

  /**
   * @param type in Terraform's JSON, where it was known when planned
   */
  public record Output(JsonNode value, boolean sensitive, @Nullable JsonNode type) {}

  /** {@code snapshot} with its sealed values opened. */
  public static SortedMap<String, Output> of(Snapshot snapshot) {
    SortedMap<String, Output> outputs = new TreeMap<>();
    record(snapshot)
        .ifPresent(
            record -> {
              for (Map.Entry<String, JsonNode> entry :
                  record.attributes().path("values").properties()) {
                JsonNode output = entry.getValue();
                if (output.path("value").isNull()) {
                  continue; // an output that is null is none
                }
                outputs.put(
                    entry.getKey(),
                    new Output(
                        output.path("value"),
                        output.path("sensitive").asBoolean(),
                        output.get("type")));
              }
            });
    return outputs;
  }

  static Optional<StateRecord> record(Snapshot snapshot) {
    for (StateRecord record : snapshot.resources()) {
      if (record.address().equals(ADDRESS)) {
        return Optional.of(record);
      }
    }
    JsonNode outputs = snapshot.outputs();
    if (outputs == null || !outputs.has("attributes")) {
      return Optional.empty();
    }
    try {
      return Optional.of(Json.decode(Json.encode(outputs), StateRecord.class));
    } catch (MalformedMessage e) {
      return Optional.empty();
    }
  }
}
