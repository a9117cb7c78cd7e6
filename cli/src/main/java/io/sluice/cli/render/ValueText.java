package io.sluice.cli.render;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.report.Visible;
import io.sluice.model.json.Json;
import io.sluice.model.json.JsonPointers;
import io.sluice.model.json.MalformedMessage;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * A JSON value as the configuration language writes it, with what is sensitive or unknown left out.
 * What is inside a value begins four columns behind where the value's name begins, with a sign two
 * columns before it.
 *
 * @param hidden which JSON pointers are sensitive
 * @param sign one column wide; a space if there is nothing to mark
 */
public record ValueText(Predicate<String> hidden, String sign) {
  private static final String SENSITIVE = "(sensitive value)";
  private static final String UNKNOWN = "(known after apply)";
  private static final int STEP = 4;
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]*");

  public static boolean isSealed(JsonNode value) {
    return value.isObject() && value.has("$sealed");
  }

  /** Known only during the run: a marked value, or an expression that the worker evaluates. */
  public static boolean isUnknown(JsonNode value) {
    return value.isObject() && (value.has("$unknown") || value.has("$expr"));
  }

  /** Whether a text is better shown line by line. */
  public static boolean isLines(JsonNode value) {
    return value.isTextual() && value.asText().strip().contains("\n");
  }

  /** A key as it has to be written. */
  public static String name(String key) {
    return NAME.matcher(key).matches() ? key : quoted(key);
  }

  public void write(StringBuilder out, JsonNode value, int column, String pointer) {
    if (hidden.test(pointer) || isSealed(value)) {
      out.append(SENSITIVE);
    } else if (isUnknown(value)) {
      out.append(UNKNOWN);
    } else if (value.isObject()) {
      object(out, value, column, pointer);
    } else if (value.isArray()) {
      array(out, value, column, pointer);
    } else if (isLines(value)) {
      lines(out, value.asText(), column);
    } else if (value.isTextual()) {
      text(out, value.asText(), column, pointer);
    } else {
      out.append(Json.text(value));
    }
  }

  private void object(StringBuilder out, JsonNode value, int column, String pointer) {
    if (value.isEmpty()) {
      out.append("{}");
      return;
    }
    Map<String, JsonNode> sorted = new TreeMap<>();
    value.properties().forEach(field -> sorted.put(field.getKey(), field.getValue()));
    int widest = sorted.keySet().stream().mapToInt(key -> name(key).length()).max().orElse(0);
    out.append("{\n");
    sorted.forEach(
        (key, field) -> {
          String name = name(key);
          begin(out, column + STEP);
          out.append(name).append(" ".repeat(widest - name.length())).append(" = ");
          write(out, field, column + STEP, child(pointer, key));
          out.append('\n');
        });
    out.append(" ".repeat(column)).append('}');
  }

  private void array(StringBuilder out, JsonNode value, int column, String pointer) {
    if (value.isEmpty()) {
      out.append("[]");
      return;
    }
    out.append("[\n");
    int index = 0;
    for (JsonNode element : value) {
      begin(out, column + STEP);
      write(out, element, column + STEP, pointer + "/" + index++);
      out.append(",\n");
    }
    out.append(" ".repeat(column)).append(']');
  }

  private void begin(StringBuilder out, int column) {
    out.append(" ".repeat(column - 2)).append(sign).append(' ');
  }

  private static void lines(StringBuilder out, String text, int column) {
    out.append("<<-EOT\n");
    Visible.text(text)
        .lines()
        .forEach(line -> out.append(" ".repeat(column + STEP)).append(line).append('\n'));
    out.append(" ".repeat(column)).append("EOT");
  }

  /** A text that is JSON is shown as the call that made it, since that can be read. */
  private void text(StringBuilder out, String text, int column, String pointer) {
    JsonNode tree = tree(text);
    if (tree.isEmpty()) {
      out.append(quoted(text));
      return;
    }
    out.append("jsonencode(\n").append(" ".repeat(column + STEP));
    write(out, tree, column + STEP, pointer);
    out.append('\n').append(" ".repeat(column)).append(')');
  }

  /** Whether a text is an object or a list written as JSON. */
  public static boolean isJson(JsonNode value) {
    return value.isTextual() && !tree(value.asText()).isEmpty();
  }

  /** What such a text says. */
  public static JsonNode tree(JsonNode text) {
    return tree(text.asText());
  }

  private static JsonNode tree(String text) {
    if (text.length() < 2 || (text.charAt(0) != '{' && text.charAt(0) != '[')) {
      return Json.object();
    }
    try {
      return Json.tree(text.getBytes(StandardCharsets.UTF_8));
    } catch (MalformedMessage e) {
      return Json.object();
    }
  }

  private static String child(String pointer, String key) {
    return JsonPointers.child(pointer, key);
  }

  static String quoted(String text) {
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
    return Visible.text(out.append('"').toString());
  }
}
