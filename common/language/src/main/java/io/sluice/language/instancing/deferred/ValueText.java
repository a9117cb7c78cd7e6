package io.sluice.language.instancing.deferred;

import io.sluice.language.syntax.Quoting;
import io.sluice.language.value.ListValue;
import io.sluice.language.value.MapValue;
import io.sluice.language.value.Mark;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.SetValue;
import io.sluice.language.value.TupleValue;
import io.sluice.language.value.Value;
import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;

/** Known values as expressions that evaluate to them. */
public final class ValueText {
  private ValueText() {}

  public static String of(Value value) {
    return switch (value) {
      case Value.StringValue(String text) -> Quoting.quote(text);
      case Value.NumberValue number -> number.number().toString();
      case Value.BoolValue(boolean truth) -> Boolean.toString(truth);
      case Value.NullValue nothing -> "null";
      case ListValue list -> "tolist(" + elements(list.list()) + ")";
      case SetValue set -> "toset(" + elements(set.list()) + ")";
      case MapValue map -> "tomap(" + entries(map.map()) + ")";
      case TupleValue tuple -> elements(tuple.list());
      case ObjectValue object -> entries(object.map());
      case Value.MarkedValue marked ->
          marked.hasMark(Mark.SENSITIVE)
              ? "sensitive(" + of(marked.inner()) + ")"
              : of(marked.inner());
      case Value.UnknownValue unknown ->
          throw new IllegalStateException("an unknown value has no text");
    };
  }

  private static String elements(Collection<Value> elements) {
    return elements.stream().map(ValueText::of).collect(Collectors.joining(", ", "[", "]"));
  }

  private static String entries(Map<String, Value> entries) {
    return entries.entrySet().stream()
        .map(entry -> Quoting.quote(entry.getKey()) + " = " + of(entry.getValue()))
        .collect(Collectors.joining(", ", "{", "}"));
  }
}
