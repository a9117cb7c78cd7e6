package io.sluice.worker.execution;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.json.Json;
import io.sluice.model.json.JsonPointers;
import io.sluice.model.limit.Limits;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.AttributeSchema.Presence;
import io.sluice.provider.schema.TypeSchema;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Selects the attributes of an object that can travel and be read again. Others are left out, the
 * least needed first: an object whose identity is known can still be deleted.
 */
final class Travelling {
  /** Attributes and what was desired, together: both come back with the task that deletes. */
  static final int LARGEST = Limits.STANDARD.bytes().result();

  private static final int DEEPEST = Limits.STANDARD.depth().value();
  private static final int DIGITS = Limits.STANDARD.counts().numberDigits();
  private static final int LARGEST_SCALE = 5_000;
  private static final double BITS_A_DIGIT = 3.32;

  private Travelling() {}

  /** Whether nothing in it is deeper or longer than what readers take. */
  static boolean isReadable(JsonNode value) {
    return isReadable(value, 1);
  }

  private static boolean isReadable(JsonNode value, int depth) {
    if (depth > DEEPEST) {
      return false;
    }
    if (value.isBigInteger()) {
      return value.bigIntegerValue().bitLength() <= DIGITS * BITS_A_DIGIT;
    }
    if (value.isBigDecimal()) {
      return isReadable(value.decimalValue());
    }
    for (JsonNode child : value) {
      if (!isReadable(child, depth + 1)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isReadable(BigDecimal number) {
    return number.unscaledValue().bitLength() <= DIGITS * BITS_A_DIGIT
        && Math.abs((long) number.scale()) <= LARGEST_SCALE;
  }

  /** Names of attributes that can't be read again. */
  static Set<String> unreadable(JsonNode attributes) {
    Set<String> names = new LinkedHashSet<>();
    for (Map.Entry<String, JsonNode> field : attributes.properties()) {
      if (!isReadable(field.getValue(), 2)) {
        names.add(field.getKey());
      }
    }
    return names;
  }

  /** Encoded bytes, found cheaply where it is far from any limit. */
  static int size(JsonNode value) {
    long rough = roughSize(value);
    return rough < LARGEST / 8 ? (int) rough : Json.encode(value).length;
  }

  private static long roughSize(JsonNode value) {
    long size = value.isTextual() ? 2L * value.textValue().length() : 16;
    for (Map.Entry<String, JsonNode> field : value.properties()) {
      size += 16 + 2L * field.getKey().length() + roughSize(field.getValue());
    }
    if (value.isArray()) {
      for (JsonNode child : value) {
        size += 4 + roughSize(child);
      }
    }
    return size;
  }

  /**
   * The attributes to leave out so that the rest is smaller by {@code surplus} bytes: first what is
   * neither required nor makes another object when it changes, then what is not required, then all
   * but the id; the largest first.
   */
  static Set<String> tooMuch(TypeSchema schema, JsonNode attributes, long surplus) {
    List<Part> parts = new ArrayList<>();
    for (Map.Entry<String, JsonNode> field : attributes.properties()) {
      parts.add(new Part(field.getKey(), need(schema, field.getKey()), size(field.getValue())));
    }
    parts.sort(
        Comparator.comparingInt(Part::need).thenComparing(Part::size, Comparator.reverseOrder()));
    Set<String> names = new LinkedHashSet<>();
    long left = surplus;
    for (Part part : parts) {
      if (left <= 0) {
        break;
      }
      names.add(part.name());
      left -= part.size();
    }
    return names;
  }

  private record Part(String name, int need, int size) {}

  private static int need(TypeSchema schema, String name) {
    if (name.equals("id")) {
      return 3;
    }
    AttributeSchema attribute = schema.body().attribute(name).orElse(null);
    if (attribute == null) {
      return 0;
    }
    if (attribute.presence() == Presence.REQUIRED) {
      return 2;
    }
    return attribute.forcesReplacement() || attribute.keptOnUpdate() ? 1 : 0;
  }

  static JsonNode without(JsonNode attributes, Set<String> names) {
    if (names.isEmpty() || !(attributes instanceof ObjectNode object)) {
      return attributes;
    }
    ObjectNode left = Json.object(); // No deep copy: what is left out may be too deep for that.
    for (Map.Entry<String, JsonNode> field : object.properties()) {
      if (!names.contains(field.getKey())) {
        left.set(field.getKey(), field.getValue());
      }
    }
    return left;
  }

  /** Paths into what is left. */
  static List<String> without(List<String> paths, Set<String> names) {
    List<String> left = new ArrayList<>();
    for (String path : paths) {
      if (!names.contains(first(path))) {
        left.add(path);
      }
    }
    return left;
  }

  private static String first(String path) {
    int end = path.indexOf('/', 1);
    String name = path.substring(Math.min(1, path.length()), end < 0 ? path.length() : end);
    return JsonPointers.name(name);
  }
}
