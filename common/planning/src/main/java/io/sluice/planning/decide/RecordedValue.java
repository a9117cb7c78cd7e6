package io.sluice.planning.decide;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.sluice.model.Lineage;
import io.sluice.model.record.StateRecord;
import org.jspecify.annotations.Nullable;

/** Values below a record. */
final class RecordedValue {
  private RecordedValue() {}

  static String firstField(String path) {
    return path.isEmpty() ? "" : Lineage.parse(path).root();
  }

  /** Null when the record has no such field, or when it is large and kept elsewhere. */
  static @Nullable JsonNode of(StateRecord record, String path) {
    JsonNode value = record.attributes();
    if (path.isEmpty()) {
      return value;
    }
    if (path.equals("id") && !value.has("id") && record.id() != null) {
      return TextNode.valueOf(record.id());
    }
    for (Lineage.Segment segment : Lineage.below(path)) {
      value = segment.in(value);
      if (value == null) {
        return null;
      }
    }
    return value.has("$ref") ? null : value;
  }
}
