package io.sluice.planning.decide;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.sluice.language.substitution.ReferencePath;
import io.sluice.model.record.StateRecord;
import org.jspecify.annotations.Nullable;

/** Field paths below a record. */
final class RecordedValue {
  private RecordedValue() {}

  static String firstField(String path) {
    return path.isEmpty() ? "" : ReferencePath.parse(path).root();
  }

  /** Null when the record has no such field, or when it is large and kept elsewhere. */
  static @Nullable JsonNode of(StateRecord record, String path) {
    if (path.isEmpty()) {
      return record.attributes();
    }
    ReferencePath parsed = ReferencePath.parse(path);
    JsonNode value = record.attributes().get(parsed.root());
    if (value == null && path.equals("id") && record.id() != null) {
      return TextNode.valueOf(record.id());
    }
    for (ReferencePath.Segment segment : parsed.segments()) {
      if (value == null) {
        return null;
      }
      value =
          switch (segment) {
            case ReferencePath.Field field -> value.get(field.name());
            case ReferencePath.Index index -> value.get(index.position());
            case ReferencePath.Key key -> value.get(key.key());
          };
    }
    return value == null || value.has("$ref") ? null : value;
  }
}
