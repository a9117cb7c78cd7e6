package io.sluice.language.value.json;

import io.sluice.language.value.Extent;
import io.sluice.language.value.ListValue;
import io.sluice.language.value.MapValue;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.SetValue;
import io.sluice.language.value.TupleValue;
import io.sluice.language.value.Value;
import io.sluice.language.value.number.BigFloat;
import java.util.Collection;
import java.util.Map;

/** Values as JSON text, byte for byte as {@code jsonencode} writes it. */
public final class JsonText {
  private JsonText() {}

  /** The text of a value that is known throughout; marks are ignored. */
  public static String encode(Value value) {
    StringBuilder out = new StringBuilder();
    append(value, out);
    return out.toString();
  }

  private static void append(Value value, StringBuilder out) {
    Extent.requireText(out.length());
    switch (value) {
      case Value.StringValue(String text) -> quote(text, out);
      case Value.NumberValue(BigFloat number) -> out.append(number);
      case Value.BoolValue(boolean truth) -> out.append(truth);
      case Value.NullValue nothing -> out.append("null");
      case ListValue list -> sequence(list.list(), out);
      case SetValue set -> sequence(set.list(), out);
      case TupleValue tuple -> sequence(tuple.list(), out);
      case MapValue map -> mapping(map.map(), out);
      case ObjectValue object -> mapping(object.map(), out);
      case Value.MarkedValue marked -> append(marked.inner(), out);
      case Value.UnknownValue unknown ->
          throw new IllegalStateException("an unknown value has no JSON");
    }
  }

  private static void sequence(Collection<Value> elements, StringBuilder out) {
    out.append('[');
    boolean first = true;
    for (Value element : elements) {
      if (!first) {
        out.append(',');
      }
      first = false;
      append(element, out);
    }
    out.append(']');
  }

  private static void mapping(Map<String, Value> entries, StringBuilder out) {
    out.append('{');
    boolean first = true;
    for (Map.Entry<String, Value> entry : entries.entrySet()) {
      if (!first) {
        out.append(',');
      }
      first = false;
      quote(entry.getKey(), out);
      out.append(':');
      append(entry.getValue(), out);
    }
    out.append('}');
  }

  private static void quote(String text, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        case '\b' -> out.append("\\b");
        case '\f' -> out.append("\\f");
        case '<', '>', '&', '\u2028', '\u2029' -> out.append(String.format("\\u%04x", (int) c));
        default -> {
          if (c < ' ') {
            out.append(String.format("\\u%04x", (int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }
}
