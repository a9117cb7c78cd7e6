package io.sluice.language.function.collection;

import io.sluice.language.function.Function;
import io.sluice.language.function.FunctionFailure;
import io.sluice.language.function.Parameter;
import io.sluice.language.value.CodePoints;
import io.sluice.language.value.GoQuote;
import io.sluice.language.value.ListValue;
import io.sluice.language.value.MapValue;
import io.sluice.language.value.Mark;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.TupleValue;
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.language.value.convert.Conversion;
import io.sluice.language.value.convert.ConversionException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Maps and objects. */
public final class MappingFunctions {
  private MappingFunctions() {}

  public static List<Function> all() {
    return List.of(keys(), values(), lookup(), merge(), zipMap(), transpose());
  }

  private static boolean isMapping(Type type) {
    return type instanceof Type.MapType || type instanceof Type.ObjectType;
  }

  private static Function keys() {
    return Function.named("keys")
        .with(Parameter.of("inputMap", Types.ANY).allowingUnknown().allowingMarks())
        .gives(
            a ->
                switch (a.get(0).type()) {
                  case Type.MapType map -> Type.list(Types.STRING);
                  case Type.ObjectType object ->
                      Type.tuple(
                          object.attributes().keySet().stream().map(k -> Types.STRING).toList());
                  default -> throw new FunctionFailure(0, "must have map or object type");
                })
        .does(
            (a, type, context) -> {
              if (a.get(0).type() instanceof Type.ObjectType object) {
                List<Value> names = object.attributes().keySet().stream().map(Value::of).toList();
                return TupleValue.of(names).withMarks(a.get(0).marks());
              }
              if (!a.get(0).isKnown()) {
                return Value.unknownNotNull(type).withMarks(a.get(0).marks());
              }
              return Value.strings(List.copyOf(a.get(0).unmarked().entries().keySet()))
                  .withMarks(a.get(0).marks());
            });
  }

  private static Function values() {
    return Function.named("values")
        .with(Parameter.of("mapping", Types.ANY).allowingMarks())
        .gives(
            a ->
                switch (a.get(0).type()) {
                  case Type.MapType(Type element) -> Type.list(element);
                  case Type.ObjectType object ->
                      Type.tuple(List.copyOf(object.attributes().values()));
                  default ->
                      throw new FunctionFailure("values() requires a map as the first argument");
                })
        .does(
            (a, type, context) -> {
              List<Value> values = List.copyOf(a.get(0).unmarked().elements());
              Value result =
                  type instanceof Type.ListType(Type element)
                      ? ListValue.of(element, values)
                      : TupleValue.of(values);
              return result.withMarks(a.get(0).marks());
            });
  }

  private static Function lookup() {
    return Function.named("lookup")
        .with(Parameter.of("inputMap", Types.ANY).allowingMarks())
        .with(Parameter.of("key", Types.STRING).allowingMarks())
        .more(Parameter.of("default", Types.ANY).open())
        .gives(MappingFunctions::lookupType)
        .orNull()
        .does(
            (a, type, context) -> {
              Value map = a.get(0).unmarked();
              EnumSet<Mark> marks = EnumSet.noneOf(Mark.class);
              marks.addAll(a.get(0).marks());
              marks.addAll(a.get(1).marks());
              String key = a.get(1).unmarked().asText();
              Value found = map.entries().get(key);
              if (found != null) {
                return found.withMarks(marks);
              }
              if (a.size() < 3 && map.type() instanceof Type.ObjectType) {
                throw new FunctionFailure(
                    0, "the given object has no attribute " + GoQuote.quote(key));
              }
              if (a.size() < 3) {
                throw new FunctionFailure(
                    "lookup failed to find key "
                        + (a.get(1).marks().isEmpty() ? GoQuote.quote(key) : "(sensitive value)"));
              }
              return convert(a.get(2), type).withMarks(marks);
            });
  }

  private static Type lookupType(List<Value> a) throws FunctionFailure {
    if (a.size() > 3) {
      throw new FunctionFailure("lookup() takes two or three arguments, got " + a.size());
    }
    return switch (a.get(0).type()) {
      case Type.MapType(Type element) -> {
        if (a.size() == 3 && !Conversion.isPossible(a.get(2).type(), element)) {
          throw new FunctionFailure(
              2, "the default value must have the same type as the map elements");
        }
        yield element;
      }
      case Type.ObjectType object -> {
        Type attribute =
            a.get(1).isKnown() ? object.attributes().get(a.get(1).unmarked().asText()) : null;
        if (attribute != null || !a.get(1).isKnown()) {
          yield attribute == null ? Types.ANY : attribute;
        }
        yield a.size() == 3 ? a.get(2).type() : Types.ANY;
      }
      default -> throw new FunctionFailure(0, "lookup() requires a map as the first argument");
    };
  }

  private static Value convert(Value value, Type type) throws FunctionFailure {
    try {
      return Conversion.convert(value, type);
    } catch (ConversionException e) {
      throw new FunctionFailure(2, "the default value must have the same type as the map elements");
    }
  }

  private static Function merge() {
    return Function.named("merge")
        .more(
            Parameter.of("maps", Types.ANY)
                .allowingNull()
                .allowingDynamic()
                .allowingMarks()
                .allowingUnknown())
        .gives(
            a -> {
              for (int i = 0; i < a.size(); i++) {
                Type type = a.get(i).type();
                if (!isMapping(type) && !type.isAny()) {
                  throw new FunctionFailure(
                      "arguments must be maps or objects, got \"" + type.friendlyName() + "\"");
                }
              }
              return sameMapType(a);
            })
        .does(
            (a, type, context) -> {
              EnumSet<Mark> marks = EnumSet.noneOf(Mark.class);
              SortedMap<String, Value> merged = new TreeMap<>(CodePoints.ORDER);
              boolean known = true;
              for (Value each : a) {
                marks.addAll(each.marks());
                known &= each.isKnown();
                if (known && !each.isNull()) {
                  merged.putAll(each.unmarked().entries());
                }
              }
              if (!known) {
                return Value.unknown(type).withMarks(marks);
              }
              Value result =
                  type instanceof Type.MapType(Type element)
                      ? MapValue.of(element, merged)
                      : ObjectValue.of(merged);
              return result.withMarks(marks);
            });
  }

  /** The type of all of them if they are maps of one type; else the keys decide. */
  private static Type sameMapType(List<Value> arguments) {
    Type same = null;
    for (Value each : arguments) {
      if (each.type().isAny() && each.isNull()) {
        continue;
      }
      if (!(each.type() instanceof Type.MapType) || (same != null && !same.equals(each.type()))) {
        return Types.ANY;
      }
      same = each.type();
    }
    return same == null ? Types.ANY : same;
  }

  private static Function zipMap() {
    return Function.named("zipmap")
        .with(Parameter.of("keys", Type.list(Types.STRING)).allowingMarks())
        .with(Parameter.of("values", Types.ANY).allowingMarks())
        .gives(
            a ->
                switch (a.get(1).type()) {
                  case Type.ListType(Type element) -> Type.map(element);
                  case Type.TupleType tuple -> Types.ANY;
                  default ->
                      throw new FunctionFailure("values argument must be a list or tuple value");
                })
        .does(
            (a, type, context) -> {
              List<Value> keys = List.copyOf(a.get(0).unmarked().elements());
              List<Value> values = List.copyOf(a.get(1).unmarked().elements());
              EnumSet<Mark> marks = EnumSet.noneOf(Mark.class);
              marks.addAll(a.get(0).marks());
              marks.addAll(a.get(1).marks());
              if (keys.size() != values.size()) {
                throw new FunctionFailure(
                    "number of keys ("
                        + keys.size()
                        + ") does not match number of values ("
                        + values.size()
                        + ")");
              }
              SortedMap<String, Value> zipped = new TreeMap<>(CodePoints.ORDER);
              for (int i = 0; i < keys.size(); i++) {
                Value key = keys.get(i);
                marks.addAll(key.marks());
                if (!key.isKnown()) {
                  return Value.unknown(type).withMarks(marks);
                }
                if (key.isNull()) {
                  throw new FunctionFailure(0, "element " + i + " is null");
                }
                zipped.put(key.unmarked().asText(), values.get(i));
              }
              Value result =
                  type instanceof Type.MapType(Type element)
                      ? MapValue.of(element, zipped)
                      : ObjectValue.of(zipped);
              return result.withMarks(marks);
            });
  }

  private static Function transpose() {
    Type type = Type.map(Type.list(Types.STRING));
    return Function.named("transpose")
        .with("values", type)
        .gives(type)
        .does(
            (a, result, context) -> {
              if (!a.get(0).isWhollyKnown()) {
                return Value.unknownNotNull(type);
              }
              SortedMap<String, List<String>> turned = new TreeMap<>(CodePoints.ORDER);
              for (Map.Entry<String, Value> entry : a.get(0).entries().entrySet()) {
                if (entry.getValue().isNull()) {
                  throw new FunctionFailure(
                      0, "element " + GoQuote.quote(entry.getKey()) + " is null");
                }
                for (Value each : entry.getValue().elements()) {
                  if (each.isNull()) {
                    throw new FunctionFailure("input list must not contain null string");
                  }
                  turned.computeIfAbsent(each.asText(), k -> new ArrayList<>()).add(entry.getKey());
                }
              }
              SortedMap<String, Value> lists = new TreeMap<>(CodePoints.ORDER);
              turned.forEach(
                  (key, names) -> {
                    names.sort(CodePoints.ORDER);
                    lists.put(key, Value.strings(names));
                  });
              return MapValue.of(Type.list(Types.STRING), lists);
            });
  }
}
