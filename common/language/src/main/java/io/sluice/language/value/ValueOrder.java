package io.sluice.language.value;

import io.sluice.language.value.number.BigFloat;
import io.sluice.language.value.number.FloatText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The order in which a set shows its elements: numbers and strings by size, everything else by a
 * text that has no meaning but is always the same. Null comes after values, unknown after all.
 */
final class ValueOrder {
  private ValueOrder() {}

  /** Different elements, in order; an unknown element is never the same as another. */
  static List<Value> distinct(Collection<Value> elements) {
    Set<Value> seen = new LinkedHashSet<>();
    List<Value> unknown = new ArrayList<>();
    for (Value element : elements) {
      if (element.isWhollyKnown()) {
        seen.add(element);
      } else {
        unknown.add(element);
      }
    }
    List<Value> all = new ArrayList<>(seen);
    all.addAll(unknown);
    IdentityHashMap<Value, String> keys = new IdentityHashMap<>();
    all.sort(comparator(keys));
    return all;
  }

  private static Comparator<Value> comparator(IdentityHashMap<Value, String> keys) {
    return Comparator.comparingInt(ValueOrder::rank)
        .thenComparing((left, right) -> compare(left, right, keys));
  }

  private static int rank(Value value) {
    return switch (value) {
      case Value.UnknownValue unknown -> 2;
      case Value.NullValue nothing -> 1;
      case Value.StringValue v -> 0;
      case Value.NumberValue v -> 0;
      case Value.BoolValue v -> 0;
      case ListValue v -> 0;
      case SetValue v -> 0;
      case MapValue v -> 0;
      case TupleValue v -> 0;
      case ObjectValue v -> 0;
      case Value.MarkedValue v -> 0;
    };
  }

  private static int compare(Value left, Value right, IdentityHashMap<Value, String> keys) {
    if (left instanceof Value.StringValue(String a)
        && right instanceof Value.StringValue(String b)) {
      return CodePoints.ORDER.compare(a, b);
    }
    if (left instanceof Value.NumberValue(BigFloat a)
        && right instanceof Value.NumberValue(BigFloat b)) {
      return a.compareTo(b);
    }
    if (left instanceof Value.BoolValue(boolean a) && right instanceof Value.BoolValue(boolean b)) {
      return Boolean.compare(a, b);
    }
    return CodePoints.ORDER.compare(
        keys.computeIfAbsent(left, ValueOrder::key), keys.computeIfAbsent(right, ValueOrder::key));
  }

  private static String key(Value value) {
    StringBuilder out = new StringBuilder();
    append(value, out);
    return out.toString();
  }

  private static void append(Value value, StringBuilder out) {
    switch (value) {
      case Value.UnknownValue unknown -> out.append('?');
      case Value.NullValue nothing -> out.append('~');
      case Value.NumberValue(BigFloat number) -> out.append(FloatText.general(number, 10));
      case Value.BoolValue(boolean truth) -> out.append(truth ? 'T' : 'F');
      case Value.StringValue(String text) -> out.append(GoQuote.quote(text));
      case ListValue list -> appendAll(list.list(), '[', ']', out);
      case SetValue set -> appendAll(set.list(), '[', ']', out);
      case TupleValue tuple -> appendAll(tuple.list(), '<', '>', out);
      case ObjectValue object -> appendAll(object.map().values(), '<', '>', out);
      case MapValue map -> {
        out.append('{');
        map.map()
            .forEach(
                (key, element) -> {
                  out.append(GoQuote.quote(key)).append(':');
                  append(element, out);
                  out.append(';');
                });
        out.append('}');
      }
      case Value.MarkedValue marked -> append(marked.inner(), out);
    }
  }

  private static void appendAll(
      Collection<Value> elements, char open, char close, StringBuilder out) {
    out.append(open);
    for (Value element : elements) {
      append(element, out);
      out.append(';');
    }
    out.append(close);
  }
}
