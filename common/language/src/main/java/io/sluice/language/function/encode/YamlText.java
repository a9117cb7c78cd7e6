package io.sluice.language.function.encode;

import io.sluice.language.value.Extent;
import io.sluice.language.value.GoQuote;
import io.sluice.language.value.ListValue;
import io.sluice.language.value.MapValue;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.SetValue;
import io.sluice.language.value.TupleValue;
import io.sluice.language.value.Value;
import io.sluice.language.value.number.BigFloat;
import java.util.Collection;
import java.util.Map;

/** YAML as {@code yamlencode} writes it: block style, every string quoted or literal. */
final class YamlText {
  private YamlText() {}

  static String encode(Value value) {
    StringBuilder out = new StringBuilder();
    append(value, 0, out, Place.TOP);
    out.append('\n');
    if (value.isNull() || value instanceof Value.NumberValue || value instanceof Value.BoolValue) {
      out.append("...\n");
    }
    return out.toString();
  }

  /** Where a value stands: that decides whether it begins on a line of its own. */
  private enum Place {
    TOP,
    KEY,
    ITEM
  }

  private static void append(Value value, int indent, StringBuilder out, Place place) {
    Extent.requireText(out.length());
    switch (value) {
      case Value.StringValue(String text) -> text(text, indent, out, place);
      case Value.NumberValue(BigFloat number) -> out.append(spaced(place)).append(number);
      case Value.BoolValue(boolean truth) -> out.append(spaced(place)).append(truth);
      case Value.NullValue nothing -> out.append(spaced(place)).append("null");
      case ListValue list -> sequence(list.list(), indent, out, place);
      case SetValue set -> sequence(set.list(), indent, out, place);
      case TupleValue tuple -> sequence(tuple.list(), indent, out, place);
      case MapValue map -> mapping(map.map(), indent, out, place);
      case ObjectValue object -> mapping(object.map(), indent, out, place);
      case Value.MarkedValue marked -> append(marked.inner(), indent, out, place);
      case Value.UnknownValue unknown ->
          throw new IllegalStateException("an unknown value has no YAML");
    }
  }

  private static String spaced(Place place) {
    return place == Place.KEY ? " " : "";
  }

  private static void text(String text, int indent, StringBuilder out, Place place) {
    out.append(spaced(place));
    if (!text.contains("\n") || !isLiteral(text)) {
      out.append(quoted(text));
      return;
    }
    String body = text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
    boolean more = body.endsWith("\n") || body.isEmpty();
    out.append('|');
    if (body.startsWith(" ") || body.startsWith("\n")) {
      out.append('2');
    }
    out.append(text.endsWith("\n") ? more ? "+" : "" : "-");
    String pad =
        " "
            .repeat(
                switch (place) {
                  case TOP -> 2;
                  case KEY -> indent + 2;
                  case ITEM -> indent;
                });
    for (String line : body.split("\n", -1)) {
      out.append('\n').append(line.isEmpty() ? "" : pad + line);
    }
  }

  private static boolean isLiteral(String text) {
    return text.chars().allMatch(c -> c == '\n' || (c >= ' ' && c != 0x7f && c != 0xfeff))
        && !text.contains(" \n");
  }

  private static String quoted(String text) {
    StringBuilder out = new StringBuilder("\"");
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case 0 -> out.append("\\0");
                case 0x1b -> out.append("\\e");
                case 0x85 -> out.append("\\N");
                case 0xa0 -> out.append("\\_");
                case 0x2028 -> out.append("\\L");
                case 0x2029 -> out.append("\\P");
                default -> {
                  String go = GoQuote.quote(Character.toString(c));
                  String inner = go.substring(1, go.length() - 1);
                  out.append(
                      inner.startsWith("\\x")
                          ? inner.toUpperCase(java.util.Locale.ROOT).replace("\\X", "\\x")
                          : inner);
                }
              }
            });
    return out.append('"').toString();
  }

  private static void sequence(
      Collection<Value> elements, int indent, StringBuilder out, Place place) {
    if (elements.isEmpty()) {
      out.append(spaced(place)).append("[]");
      return;
    }
    boolean first = true;
    for (Value element : elements) {
      if (!first || place == Place.KEY) {
        out.append('\n').append(" ".repeat(indent));
      }
      first = false;
      out.append("- ");
      append(element, indent + 2, out, Place.ITEM);
    }
  }

  private static void mapping(
      Map<String, Value> entries, int indent, StringBuilder out, Place place) {
    if (entries.isEmpty()) {
      out.append(spaced(place)).append("{}");
      return;
    }
    int inner = place == Place.KEY ? indent + 2 : indent;
    boolean first = true;
    for (Map.Entry<String, Value> entry : entries.entrySet()) {
      if (!first || place == Place.KEY) {
        out.append('\n').append(" ".repeat(inner));
      }
      first = false;
      out.append(quoted(entry.getKey())).append(':');
      append(entry.getValue(), inner, out, Place.KEY);
    }
  }
}
