package io.sluice.bridge.schema;

import io.sluice.language.value.GoQuote;
import io.sluice.language.value.ListValue;
import io.sluice.language.value.MapValue;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.SetValue;
import io.sluice.language.value.TupleValue;
import io.sluice.language.value.Type;
import io.sluice.language.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The way from a value to one of its parts. */
public record ValuePath(List<Step> steps) {
  public static final ValuePath ROOT = new ValuePath(List.of());

  /** One step down. */
  public sealed interface Step {
    /** To an attribute of an object. */
    record Name(String name) implements Step {}

    /** To an element of a map. */
    record Key(String key) implements Step {}

    /** To an element of a list or tuple. */
    record Index(long index) implements Step {}

    /** To an element of a set, which nothing but its value names. */
    record Element(Value value) implements Step {}
  }

  public ValuePath {
    steps = List.copyOf(steps);
  }

  public static ValuePath of(String... names) {
    ValuePath path = ROOT;
    for (String name : names) {
      path = path.name(name);
    }
    return path;
  }

  public ValuePath name(String name) {
    return plus(new Step.Name(name));
  }

  public ValuePath key(String key) {
    return plus(new Step.Key(key));
  }

  public ValuePath index(long index) {
    return plus(new Step.Index(index));
  }

  public ValuePath element(Value value) {
    return plus(new Step.Element(value));
  }

  public ValuePath plus(Step step) {
    List<Step> more = new ArrayList<>(steps);
    more.add(step);
    return new ValuePath(more);
  }

  public boolean isRoot() {
    return steps.isEmpty();
  }

  /** Without its last step. */
  public ValuePath parent() {
    return new ValuePath(steps.subList(0, steps.size() - 1));
  }

  public Step last() {
    return steps.getLast();
  }

  /**
   * The part of the value; empty if there is none. A part of what is unknown is unknown, and the
   * way ends at a set into which no element's value leads, since nothing else names an element.
   */
  public Optional<Value> in(Value value) {
    Value part = value;
    for (Step step : steps) {
      if (part instanceof SetValue && !(step instanceof Step.Element)) {
        return Optional.of(part);
      }
      Optional<Value> next = child(part, step);
      if (next.isEmpty()) {
        return next;
      }
      part = next.get();
    }
    return Optional.of(part);
  }

  private static Optional<Value> child(Value value, Step step) {
    if (value instanceof Value.UnknownValue unknown) {
      return childType(unknown.type(), step).map(Value::unknown);
    }
    return switch (step) {
      case Step.Name(String name) ->
          value instanceof ObjectValue object
              ? Optional.ofNullable(object.map().get(name))
              : Optional.empty();
      case Step.Key(String key) ->
          switch (value) {
            case MapValue map -> Optional.ofNullable(map.map().get(key));
            case ObjectValue object -> Optional.ofNullable(object.map().get(key));
            default -> Optional.empty();
          };
      case Step.Index(long index) ->
          switch (value) {
            case ListValue list -> at(list.list(), index);
            case TupleValue tuple -> at(tuple.list(), index);
            default -> Optional.empty();
          };
      case Step.Element(Value element) ->
          value instanceof SetValue set && set.list().contains(element)
              ? Optional.of(element)
              : Optional.empty();
    };
  }

  private static Optional<Value> at(List<Value> list, long index) {
    return index >= 0 && index < list.size()
        ? Optional.of(list.get((int) index))
        : Optional.empty();
  }

  private static Optional<Type> childType(Type type, Step step) {
    return switch (type) {
      case Type.Any any -> Optional.of(any);
      case Type.Primitive p -> Optional.empty();
      case Type.ListType(Type element) -> Optional.of(element);
      case Type.SetType(Type element) -> Optional.of(element);
      case Type.MapType(Type element) -> Optional.of(element);
      case Type.TupleType(List<Type> elements) ->
          step instanceof Step.Index(long index) && index >= 0 && index < elements.size()
              ? Optional.of(elements.get((int) index))
              : Optional.empty();
      case Type.ObjectType object ->
          step instanceof Step.Name(String name)
              ? Optional.ofNullable(object.attributes().get(name))
              : Optional.empty();
    };
  }

  /** As people write it: {@code rule[0].ports["a"]}. */
  @Override
  public String toString() {
    StringBuilder out = new StringBuilder();
    for (Step step : steps) {
      switch (step) {
        case Step.Name(String name) -> out.append(out.isEmpty() ? "" : ".").append(name);
        case Step.Key(String key) -> out.append('[').append(GoQuote.quote(key)).append(']');
        case Step.Index(long index) -> out.append('[').append(index).append(']');
        case Step.Element element -> out.append("[…]");
      }
    }
    return out.toString();
  }
}
