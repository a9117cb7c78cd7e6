package io.sluice.planning.configuration.generate;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.syntax.Quoting;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Values as expressions that evaluate to them. */
final class Literals {
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]*");
  private static final Set<String> WORDS = Set.of("for", "null", "true", "false");

  private Literals() {}

  static void write(JsonNode value, StringBuilder out) {
    if (value.isObject()) {
      Map<String, JsonNode> fields = sorted(value);
      out.append(fields.isEmpty() ? "{" : "{\n");
      fields.forEach(
          (key, field) -> {
            out.append(name(key)).append(" = ");
            write(field, out);
            out.append('\n');
          });
      out.append('}');
    } else if (value.isArray()) {
      boolean flat = isFlat(value);
      out.append(flat ? "[" : "[\n");
      for (int i = 0; i < value.size(); i++) {
        out.append(flat && i > 0 ? ", " : "");
        write(value.get(i), out);
        out.append(flat ? "" : ",\n");
      }
      out.append(']');
    } else if (value.isTextual()) {
      text(value.textValue(), out);
    } else {
      out.append(Json.text(value));
    }
  }

  static String name(String key) {
    return NAME.matcher(key).matches() && !WORDS.contains(key) ? key : Quoting.quote(key);
  }

  static Map<String, JsonNode> sorted(JsonNode object) {
    Map<String, JsonNode> sorted = new TreeMap<>();
    object.properties().forEach(field -> sorted.put(field.getKey(), field.getValue()));
    return sorted;
  }

  /** A document is written as the expression that gives the same text, where there is one. */
  private static void text(String text, StringBuilder out) {
    JsonNode document = document(text);
    if (document == null) {
      out.append(Quoting.quote(text));
      return;
    }
    out.append("jsonencode(");
    write(document, out);
    out.append(')');
  }

  private static @Nullable JsonNode document(String text) {
    boolean structured = text.startsWith("{") || text.startsWith("[");
    if (!structured || text.chars().anyMatch(Literals::isWrittenOtherwise)) {
      return null;
    }
    try {
      JsonNode tree = Json.tree(text.getBytes(StandardCharsets.UTF_8));
      return encoded(tree).equals(text) ? tree : null;
    } catch (MalformedMessage e) {
      return null;
    }
  }

  /** Characters that {@code jsonencode} may escape. */
  private static boolean isWrittenOtherwise(int c) {
    return c == '<' || c == '>' || c == '&' || c > 0x7e || c < 0x20;
  }

  /** As {@code jsonencode} writes it. */
  private static String encoded(JsonNode tree) {
    if (tree.isObject()) {
      return sorted(tree).entrySet().stream()
          .map(field -> Json.text(Json.toTree(field.getKey())) + ":" + encoded(field.getValue()))
          .collect(Collectors.joining(",", "{", "}"));
    }
    if (tree.isArray()) {
      StringBuilder all = new StringBuilder("[");
      for (int i = 0; i < tree.size(); i++) {
        all.append(i > 0 ? "," : "").append(encoded(tree.get(i)));
      }
      return all.append(']').toString();
    }
    return Json.text(tree);
  }

  private static boolean isFlat(JsonNode array) {
    for (JsonNode element : array) {
      if (element.isContainerNode()) {
        return false;
      }
    }
    return true;
  }
}
