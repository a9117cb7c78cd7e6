package io.sluice.model.message;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.sluice.model.json.Json;
import io.sluice.model.limit.Clipped;
import java.util.Map;

/** A value for programs that must not outgrow its record: long texts and lists lose their ends. */
final class Bounded {
  private Bounded() {}

  /** The value itself, if it takes no more characters than this; else as much as does. */
  static JsonNode of(JsonNode value, int most) {
    JsonNode bounded = value;
    int text = 1_000;
    for (int list = 200; size(bounded, most) < 0; list /= 4) {
      if (list < 1) {
        return Json.object().put("clipped", true);
      }
      bounded = clipped(value, text, list);
      text = Math.max(100, text / 2);
    }
    return bounded;
  }

  private static JsonNode clipped(JsonNode value, int text, int list) {
    if (value.isTextual()) {
      return TextNode.valueOf(Clipped.of(value.textValue(), text));
    }
    if (value.isArray()) {
      ArrayNode copy = Json.mapper().createArrayNode();
      for (int i = 0; i < Math.min(value.size(), list); i++) {
        copy.add(clipped(value.get(i), text, list));
      }
      return copy;
    }
    if (value.isObject()) {
      ObjectNode copy = Json.object();
      int fields = 0;
      for (Map.Entry<String, JsonNode> field : value.properties()) {
        if (fields++ < list) {
          copy.set(Clipped.of(field.getKey(), text), clipped(field.getValue(), text, list));
        }
      }
      return copy;
    }
    return value;
  }

  /** What is left of the room; below zero as soon as there is none. */
  private static long size(JsonNode value, long room) {
    if (value.isTextual()) {
      return room - value.textValue().length() - 2;
    }
    if (value.isNumber()) {
      return room - (value.isBigInteger() || value.isBigDecimal() ? value.asText().length() : 8);
    }
    long left = room - 6;
    for (Map.Entry<String, JsonNode> field : value.properties()) {
      left = left < 0 ? left : size(field.getValue(), left - field.getKey().length() - 4);
    }
    for (int i = 0; value.isArray() && i < value.size() && left >= 0; i++) {
      left = size(value.get(i), left - 1);
    }
    return left;
  }
}
