package io.sluice.bridge.rules;

import io.sluice.bridge.schema.ValuePath;
import io.sluice.language.value.CodePoints;
import io.sluice.language.value.ListValue;
import io.sluice.language.value.MapValue;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.SetValue;
import io.sluice.language.value.TupleValue;
import io.sluice.language.value.Type;
import io.sluice.language.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;

/** The parts of values: found, visited and replaced. */
final class Parts {
  private Parts() {}

  /** An attribute of an object; of nothing it is null, of what is unknown it is unknown. */
  static Value attribute(Value object, String name, Type type) {
    return switch (object) {
      case Value.NullValue nothing -> Value.nullOf(type);
      case Value.UnknownValue unknown -> Value.unknown(type);
      default -> {
        Value part = object.entries().get(name);
        yield part == null ? Value.nullOf(type) : part;
      }
    };
  }

  /** Whether the value has elements to look at: it is there, known, and not empty. */
  static boolean hasElements(Value collection) {
    return collection.isKnown() && !collection.isNull() && !collection.elements().isEmpty();
  }

  /** The elements of a list or tuple; none of what is null or unknown. */
  static List<Value> listed(Value sequence) {
    return switch (sequence) {
      case ListValue list -> list.list();
      case TupleValue tuple -> tuple.list();
      case SetValue set -> set.list();
      default -> List.of();
    };
  }

  /** The entries of a map or object; none of what is null or unknown. */
  static Map<String, Value> entries(Value mapping) {
    return switch (mapping) {
      case MapValue map -> map.map();
      case ObjectValue object -> object.map();
      default -> Map.of();
    };
  }

  static Optional<Value> at(List<Value> list, int index) {
    return index < list.size() ? Optional.of(list.get(index)) : Optional.empty();
  }

  /** The type of an element where a collection's type says it, else that of a schema. */
  static Type elementType(Value collection, Type declared) {
    return collection.type().isCollection() ? collection.type().element() : declared;
  }

  /** The same kind of sequence with other elements. */
  static Value likeSequence(Value model, List<Value> elements) {
    return model instanceof TupleValue
        ? TupleValue.of(elements)
        : ListValue.of(model.type().element(), elements);
  }

  /** The same kind of mapping with other elements. */
  static Value likeMapping(Value model, Map<String, Value> elements) {
    return model instanceof ObjectValue
        ? ObjectValue.of(elements)
        : MapValue.of(model.type().element(), elements);
  }

  /** Whether two values are the same but for what is known of unknown parts. */
  static boolean same(Value left, Value right) {
    return unrefined(left).equals(unrefined(right));
  }

  private static Value unrefined(Value value) {
    return value.isWhollyKnown()
        ? value
        : transform(value, (path, part) -> part.isKnown() ? part : Value.unknown(part.type()));
  }

  /** Visits a value and, where the visitor says so, its parts. */
  static void walk(Value value, BiPredicate<ValuePath, Value> descends) {
    walk(ValuePath.ROOT, value, descends);
  }

  private static void walk(ValuePath path, Value value, BiPredicate<ValuePath, Value> descends) {
    if (!descends.test(path, value)) {
      return;
    }
    switch (value) {
      case ListValue list -> walkAll(path, list.list(), descends);
      case TupleValue tuple -> walkAll(path, tuple.list(), descends);
      case SetValue set -> set.list().forEach(each -> walk(path.element(each), each, descends));
      case MapValue map -> map.map().forEach((key, each) -> walk(path.key(key), each, descends));
      case ObjectValue object ->
          object.map().forEach((name, each) -> walk(path.name(name), each, descends));
      case Value.StringValue v -> {}
      case Value.NumberValue v -> {}
      case Value.BoolValue v -> {}
      case Value.NullValue v -> {}
      case Value.UnknownValue v -> {}
      case Value.MarkedValue v -> throw new IllegalStateException("marks were taken off");
    }
  }

  private static void walkAll(
      ValuePath path, List<Value> list, BiPredicate<ValuePath, Value> descends) {
    for (int i = 0; i < list.size(); i++) {
      walk(path.index(i), list.get(i), descends);
    }
  }

  /**
   * Replaces parts, the innermost first; each replacement must be of the type of what it replaces.
   */
  static Value transform(Value value, BiFunction<ValuePath, Value, Value> change) {
    return transform(ValuePath.ROOT, value, change);
  }

  private static Value transform(
      ValuePath path, Value value, BiFunction<ValuePath, Value, Value> change) {
    Value rebuilt =
        switch (value) {
          case ListValue list -> likeSequence(list, each(path, list.list(), change));
          case TupleValue tuple -> TupleValue.of(each(path, tuple.list(), change));
          case SetValue set ->
              SetValue.of(
                  set.type().element(),
                  set.list().stream()
                      .map(element -> transform(path.element(element), element, change))
                      .toList());
          case MapValue map -> {
            Map<String, Value> entries = new TreeMap<>(CodePoints.ORDER);
            map.map()
                .forEach((key, each) -> entries.put(key, transform(path.key(key), each, change)));
            yield likeMapping(map, entries);
          }
          case ObjectValue object -> {
            Map<String, Value> entries = new TreeMap<>(CodePoints.ORDER);
            object
                .map()
                .forEach(
                    (name, each) -> entries.put(name, transform(path.name(name), each, change)));
            yield ObjectValue.of(entries);
          }
          case Value.StringValue v -> v;
          case Value.NumberValue v -> v;
          case Value.BoolValue v -> v;
          case Value.NullValue v -> v;
          case Value.UnknownValue v -> v;
          case Value.MarkedValue v -> throw new IllegalStateException("marks were taken off");
        };
    return change.apply(path, rebuilt);
  }

  private static List<Value> each(
      ValuePath path, List<Value> list, BiFunction<ValuePath, Value, Value> change) {
    List<Value> changed = new ArrayList<>();
    for (int i = 0; i < list.size(); i++) {
      changed.add(transform(path.index(i), list.get(i), change));
    }
    return changed;
  }
}
