package io.sluice.language.value;

import io.sluice.language.value.number.BigFloat;
import java.util.Arrays;
import java.util.Map;

/** Values as {@code terraform console} shows them: close to the language, types made visible. */
public final class Rendering {
  private static final int STEP = 2;

  private Rendering() {}

  public static String render(Value value) {
    return render(value, 0);
  }

  private static String render(Value value, int indent) {
    if (!value.isKnown()) {
      return "(known after apply)";
    }
    if (value.hasMark(Mark.SENSITIVE)) {
      return "(sensitive value)";
    }
    if (value.hasMark(Mark.EPHEMERAL)) {
      return "(ephemeral value)";
    }
    return switch (value) {
      case Value.StringValue(String text) -> text(text, indent);
      case Value.NumberValue(BigFloat number) -> number.toString();
      case Value.BoolValue(boolean truth) -> truth ? "true" : "false";
      case Value.NullValue(Type type) -> nothing(type);
      case ListValue list -> "tolist(" + sequence(list.list(), indent) + ")";
      case SetValue set -> "toset(" + sequence(set.list(), indent) + ")";
      case TupleValue tuple -> sequence(tuple.list(), indent);
      case MapValue map -> "tomap(" + mapping(map.map(), indent) + ")";
      case ObjectValue object -> mapping(object.map(), indent);
      case Value.UnknownValue unknown -> "(known after apply)";
      case Value.MarkedValue marked -> render(marked.inner(), indent);
    };
  }

  private static String nothing(Type type) {
    return switch (type) {
      case Type.Any any -> "null";
      case Type.Primitive primitive -> "to" + primitive.friendlyName() + "(null)";
      case Type.ListType(Type element) -> "tolist(null) /* of " + element.friendlyName() + " */";
      case Type.SetType(Type element) -> "toset(null) /* of " + element.friendlyName() + " */";
      case Type.MapType(Type element) -> "tomap(null) /* of " + element.friendlyName() + " */";
      case Type.TupleType tuple -> "null /* tuple */";
      case Type.ObjectType object -> "null /* object */";
    };
  }

  private static String text(String text, int indent) {
    String[] lines = text.split("\n", -1);
    if (lines.length < 2) {
      return GoQuote.quote(text);
    }
    String delimiter = "EOT";
    while (contains(lines, delimiter)) {
      delimiter += "_";
    }
    StringBuilder out = new StringBuilder(indent > 0 ? "<<-" : "<<").append(delimiter);
    for (String line : lines) {
      out.append('\n').append(" ".repeat(indent)).append(line);
    }
    return out.append('\n').append(" ".repeat(indent)).append(delimiter).toString();
  }

  private static boolean contains(String[] lines, String delimiter) {
    return Arrays.stream(lines).anyMatch(line -> line.strip().equals(delimiter));
  }

  private static String sequence(Iterable<Value> elements, int indent) {
    StringBuilder out = new StringBuilder("[");
    boolean any = false;
    for (Value element : elements) {
      any = true;
      out.append('\n').append(" ".repeat(indent + STEP));
      out.append(render(element, indent + STEP)).append(',');
    }
    return close(out, any, indent, ']');
  }

  private static String mapping(Map<String, Value> entries, int indent) {
    StringBuilder out = new StringBuilder("{");
    entries.forEach(
        (key, value) -> {
          out.append('\n').append(" ".repeat(indent + STEP));
          out.append(text(key, indent + STEP)).append(" = ").append(render(value, indent + STEP));
        });
    return close(out, !entries.isEmpty(), indent, '}');
  }

  private static String close(StringBuilder out, boolean any, int indent, char bracket) {
    if (any) {
      out.append('\n').append(" ".repeat(indent));
    }
    return out.append(bracket).toString();
  }
}
