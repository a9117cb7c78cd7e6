package io.sluice.bridge.trial;

import io.sluice.bridge.schema.Attribute;
import io.sluice.bridge.schema.Block;
import io.sluice.bridge.schema.NestedObject;
import io.sluice.bridge.schema.Nesting;
import io.sluice.language.value.ListValue;
import io.sluice.language.value.MapValue;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.SetValue;
import io.sluice.language.value.TupleValue;
import io.sluice.language.value.Type;
import io.sluice.language.value.Value;
import io.sluice.language.value.Values;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/** How an honest provider plans and makes objects, whatever their schema. */
final class TrialObjects {
  private TrialObjects() {}

  /** The proposed object with everything unknown that is computed and has no value yet. */
  static Value plan(Block block, Value proposed) {
    return each(
        block,
        proposed,
        (attribute, value) ->
            attribute.isComputed() && value.isNull() ? Value.unknown(attribute.type()) : value);
  }

  /** The planned object with a value for everything that was unknown. */
  static Value make(Block block, Value planned, String name, long revision) {
    Value made =
        each(
            block,
            planned,
            (attribute, value) ->
                attribute.nested().filter(TrialObjects::isOne).isPresent() && !value.isKnown()
                    ? computed(attribute.nested().get().body(), "made-for-" + name)
                    : filled(value, attribute.type(), "made-for-" + name));
    return made instanceof ObjectValue object && object.map().containsKey("revision")
        ? with(made, "revision", Value.of(revision))
        : made;
  }

  private static boolean isOne(NestedObject nested) {
    return nested.nesting() == Nesting.SINGLE;
  }

  /** A nested object that nobody configured: nothing is in it but what is computed. */
  private static Value computed(Block body, String text) {
    Map<String, Value> parts = new LinkedHashMap<>();
    body.attributes()
        .forEach(
            (name, attribute) ->
                parts.put(
                    name,
                    attribute.isComputed()
                        ? filled(Value.unknown(attribute.type()), attribute.type(), text)
                        : Value.nullOf(attribute.type())));
    return ObjectValue.of(parts);
  }

  private static Value filled(Value value, Type type, String text) {
    if (value.isKnown()) {
      return value;
    }
    return switch (type) {
      case Type.Primitive primitive ->
          switch (primitive) {
            case STRING -> Value.of(text);
            case NUMBER -> Value.of(7);
            case BOOL -> Values.TRUE;
          };
      case Type.ListType(Type element) -> ListValue.of(element, List.of());
      case Type.SetType(Type element) -> SetValue.of(element, List.of());
      case Type.MapType(Type element) -> MapValue.of(element, Map.of());
      case Type.Any any -> Value.of(text);
      case Type.TupleType tuple -> TupleValue.EMPTY;
      case Type.ObjectType object -> {
        Map<String, Value> parts = new LinkedHashMap<>();
        object
            .attributes()
            .forEach((name, part) -> parts.put(name, filled(Value.unknown(part), part, text)));
        yield ObjectValue.of(parts);
      }
    };
  }

  /** What nobody may show, however deep. */
  static Value withoutWriteOnly(Block block, Value object) {
    return each(
        block,
        object,
        (attribute, value) -> attribute.isWriteOnly() ? Value.nullOf(attribute.type()) : value);
  }

  static Value with(Value object, String name, Value value) {
    Map<String, Value> parts = new LinkedHashMap<>(object.entries());
    parts.put(name, value);
    return ObjectValue.of(parts);
  }

  /** Changes every attribute, however deep. */
  private static Value each(Block block, Value object, BiFunction<Attribute, Value, Value> change) {
    if (object.isNull() || !object.isKnown()) {
      return object;
    }
    Map<String, Value> parts = new LinkedHashMap<>();
    block
        .attributes()
        .forEach(
            (name, attribute) -> {
              Value value = object.entries().get(name);
              if (attribute.nested().isPresent() && value.isKnown() && !value.isNull()) {
                NestedObject nested = attribute.nested().get();
                parts.put(name, inside(nested.nesting(), nested.body(), value, change));
              } else {
                parts.put(name, change.apply(attribute, value));
              }
            });
    block
        .blocks()
        .forEach(
            (name, nested) ->
                parts.put(
                    name,
                    inside(nested.nesting(), nested.body(), object.entries().get(name), change)));
    return ObjectValue.of(parts);
  }

  /** Where anything dynamic is inside, a list is a tuple and a map an object. */
  private static Value inside(
      Nesting nesting, Block body, Value value, BiFunction<Attribute, Value, Value> change) {
    return switch (value) {
      case TupleValue tuple -> TupleValue.of(all(body, tuple.list(), change));
      case ObjectValue object when nesting == Nesting.MAP -> {
        Map<String, Value> entries = new LinkedHashMap<>();
        object.map().forEach((key, each) -> entries.put(key, each(body, each, change)));
        yield ObjectValue.of(entries);
      }
      case ListValue list -> ListValue.of(list.type().element(), all(body, list.list(), change));
      case SetValue set -> SetValue.of(set.type().element(), all(body, set.list(), change));
      case MapValue map -> {
        Map<String, Value> entries = new LinkedHashMap<>();
        map.map().forEach((key, each) -> entries.put(key, each(body, each, change)));
        yield MapValue.of(map.type().element(), entries);
      }
      default -> each(body, value, change);
    };
  }

  private static List<Value> all(
      Block body, List<Value> values, BiFunction<Attribute, Value, Value> change) {
    List<Value> changed = new ArrayList<>();
    values.forEach(each -> changed.add(each(body, each, change)));
    return changed;
  }
}
