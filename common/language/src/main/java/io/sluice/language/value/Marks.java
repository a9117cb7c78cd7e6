package io.sluice.language.value;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Marks inside of values. */
public final class Marks {
  private Marks() {}

  static boolean allKnown(Collection<Value> values) {
    for (Value value : values) {
      if (!value.isWhollyKnown()) {
        return false;
      }
    }
    return true;
  }

  static boolean anyMarked(Collection<Value> values) {
    for (Value value : values) {
      if (value.containsMarks()) {
        return true;
      }
    }
    return false;
  }

  /**
   * The value without any mark, its own or of its parts; what was there is added to {@code found}.
   */
  public static Value unmarkDeep(Value value, Set<Mark> found) {
    if (!value.containsMarks()) {
      return value;
    }
    found.addAll(value.marks());
    return mapParts(value.unmarked(), part -> unmarkDeep(part, found));
  }

  /** All marks, of the value and its parts. */
  public static Set<Mark> deep(Value value) {
    if (!value.containsMarks()) {
      return Set.of();
    }
    java.util.EnumSet<Mark> found = java.util.EnumSet.noneOf(Mark.class);
    unmarkDeep(value, found);
    return found;
  }

  /** The same kind of value with each direct part replaced by one of the same type. */
  private static Value mapParts(Value value, UnaryOperator<Value> change) {
    return switch (value) {
      case ListValue list -> ListValue.of(list.type().element(), each(list.list(), change));
      case SetValue set -> set;
      case TupleValue tuple -> TupleValue.of(each(tuple.list(), change));
      case MapValue map -> MapValue.of(map.type().element(), eachOf(map.map(), change));
      case ObjectValue object -> ObjectValue.of(eachOf(object.map(), change));
      case Value.StringValue v -> v;
      case Value.NumberValue v -> v;
      case Value.BoolValue v -> v;
      case Value.NullValue v -> v;
      case Value.UnknownValue v -> v;
      case Value.MarkedValue v -> v;
    };
  }

  private static List<Value> each(List<Value> values, UnaryOperator<Value> change) {
    return values.stream().map(change).toList();
  }

  private static Map<String, Value> eachOf(Map<String, Value> values, UnaryOperator<Value> change) {
    Map<String, Value> changed = new LinkedHashMap<>();
    values.forEach((key, value) -> changed.put(key, change.apply(value)));
    return changed;
  }
}
