package io.sluice.model.value;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.sluice.model.json.Json;
import io.sluice.model.record.StateRecord;
import java.util.Optional;

/** What a record of state has at a path. */
public final class RecordField {
  private RecordField() {}

  /** {@code path} is as references have it: {@code a.b[0]["k"]}; empty is the whole object. */
  public static Optional<JsonNode> of(StateRecord record, String path) {
    Optional<JsonNode> value = FieldPath.walk(record.attributes(), path);
    if (value.isEmpty() && path.equals("id") && record.id() != null) {
      return Optional.of(TextNode.valueOf(record.id()));
    }
    if (path.isEmpty() && record.id() != null && !record.attributes().has("id")) {
      ObjectNode whole = Json.object();
      whole.put("id", record.id());
      record.attributes().properties().forEach(e -> whole.set(e.getKey(), e.getValue()));
      return Optional.of(whole);
    }
    return value;
  }
}
