package io.sluice.planning.configuration.desired;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.config.Module;
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.language.value.convert.ConversionException;
import io.sluice.language.value.json.JsonValues;
import io.sluice.language.value.json.TypeJson;
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

/** The outputs of a root module as state has them. */
public final class Outputs {
  public static final Address ADDRESS = Address.of(RecordKeys.OUTPUTS);
  public static final String TYPE = RecordKeys.OUTPUTS_TYPE;

  private Outputs() {}

  /**
   * @param type in Terraform's JSON; where it was not known when planned, that of the value
   */
  public record Output(JsonNode value, boolean sensitive, JsonNode type) {
    /** Of its type: what JSON calls an array may be a set. */
    public Value typed() {
      try {
        Type written = TypeJson.read(type).orElse(Types.ANY);
        return JsonValues.fromJson(value, written);
      } catch (ConversionException e) {
        return JsonValues.fromJson(value);
      }
    }
  }

  private static JsonNode type(JsonNode output) {
    return output.has("type")
        ? output.get("type")
        : TypeJson.of(JsonValues.fromJson(output.path("value")).type());
  }

  /** Whether there is a record of what is given to others, or of what is taken from them. */
  public static boolean areKept(Module root) {
    return !root.outputs().isEmpty() || root.membership().onChange() != null;
  }

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
                        output.path("value"), output.path("sensitive").asBoolean(), type(output)));
              }
            });
    return outputs;
  }

  public static Optional<StateRecord> record(Snapshot snapshot) {
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
