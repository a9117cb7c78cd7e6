package io.sluice.state.query;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import io.sluice.model.record.StateRecord;
import io.sluice.model.value.RecordField;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which resources are asked for.
 *
 * @param type the whole type, or its beginning and a star: {@code local_*}
 * @param attributes each {@code path=value}: all of them must be so
 */
record Filter(@Nullable String type, List<Attribute> attributes) {
  static final Filter ALL = new Filter(null, List.of());

  /** A field path below the resource, and the value that should be there. */
  record Attribute(String path, String value) {}

  /** Throws {@link IllegalArgumentException} with what is wrong. */
  static Filter of(@Nullable String type, @Nullable List<String> attributes) {
    List<Attribute> wanted = new ArrayList<>();
    for (String text : attributes == null ? List.<String>of() : attributes) {
      int equals = text.indexOf('=');
      if (equals < 1) {
        throw new IllegalArgumentException(
            "a filter by attribute must be PATH=VALUE, not \"" + text + "\"");
      }
      wanted.add(new Attribute(text.substring(0, equals), text.substring(equals + 1)));
    }
    return new Filter(type == null || type.isEmpty() ? null : type, List.copyOf(wanted));
  }

  boolean takes(StateRecord record) {
    return takesType(record.type()) && attributes.stream().allMatch(one -> holds(record, one));
  }

  private boolean takesType(String is) {
    String wanted = type;
    if (wanted == null) {
      return true;
    }
    return wanted.endsWith("*")
        ? is.startsWith(wanted.substring(0, wanted.length() - 1))
        : is.equals(wanted);
  }

  /** What is sealed equals nothing: this service has no key. */
  private static boolean holds(StateRecord record, Attribute wanted) {
    JsonNode value = RecordField.of(record, wanted.path()).orElse(null);
    if (value == null) {
      return false;
    }
    return value.isTextual()
        ? value.textValue().equals(wanted.value())
        : sameJson(value, wanted.value());
  }

  private static boolean sameJson(JsonNode value, String text) {
    try {
      return Json.same(value, Json.tree(text.getBytes(StandardCharsets.UTF_8)));
    } catch (MalformedMessage e) {
      return false;
    }
  }
}
