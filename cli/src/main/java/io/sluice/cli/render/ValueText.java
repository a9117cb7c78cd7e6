package io.sluice.cli.render;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.json.Json;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A JSON value as the configuration language writes it, with what is sensitive left out. */
final class ValueText {
  private static final String SENSITIVE = "(sensitive value)";

  private ValueText() {}

  /**
   * @param indent how far the line that holds the value is indented
   * @param path where the value stands in its resource; compared with {@code sensitive}
   */
  static String of(JsonNode value, int indent, String path, List<String> sensitive) {
    if (sensitive.contains(path) || value.has("$sealed")) {
      return SENSITIVE;
    }
    if (value.isObject()) {
      return object(value, indent, path, sensitive);
    }
    if (value.isArray()) {
      return array(value, indent, path, sensitive);
    }
    return value.isTextual() ? quoted(value.asText()) : Json.text(value);
  }

  private static String object(JsonNode value, int indent, String path, List<String> sensitive) {
    if (value.isEmpty()) {
      return "{}";
    }
    Map<String, JsonNode> sorted = new TreeMap<>();
    value.properties().forEach(field -> sorted.put(field.getKey(), field.getValue()));
    int widest = sorted.keySet().stream().mapToInt(String::length).max().orElse(0);
    StringBuilder out = new StringBuilder("{\n");
    sorted.forEach(
        (name, field) ->
            out.append(" ".repeat(indent + 4))
                .append(name)
                .append(" ".repeat(widest - name.length()))
                .append(" = ")
                .append(of(field, indent + 4, joined(path, name), sensitive))
                .append('\n'));
    return out.append(" ".repeat(indent)).append('}').toString();
  }

  private static String array(JsonNode value, int indent, String path, List<String> sensitive) {
    if (value.isEmpty()) {
      return "[]";
    }
    StringBuilder out = new StringBuilder("[\n");
    int index = 0;
    for (Iterator<JsonNode> items = value.elements(); items.hasNext(); index++) {
      out.append(" ".repeat(indent + 4))
          .append(of(items.next(), indent + 4, path + "[" + index + "]", sensitive))
          .append(",\n");
    }
    return out.append(" ".repeat(indent)).append(']').toString();
  }

  static String joined(String path, String name) {
    return path.isEmpty() ? name : path + "." + name;
  }

  private static String quoted(String text) {
    StringBuilder out = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> out.append(c);
      }
    }
    return out.append('"').toString();
  }
}
