package io.sluice.bridge.codec;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.value.CodePoints;
import io.sluice.language.value.ListValue;
import io.sluice.language.value.MapValue;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.Oversize;
import io.sluice.language.value.SetValue;
import io.sluice.language.value.TupleValue;
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.language.value.json.JsonText;
import io.sluice.language.value.number.BigFloat;
import io.sluice.language.value.number.NumberReader;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * Values as the JSON of state: the type says what each thing is, and no digit of a number is lost.
 */
public final class JsonValues {
  private JsonValues() {}

  public static Value decode(byte[] json, Type type) throws DecodeFailed {
    try {
      return read(Json.tree(json), type);
    } catch (MalformedMessage e) {
      throw new DecodeFailed("not JSON that can be read");
    } catch (Oversize e) {
      throw new DecodeFailed(e.sentence());
    }
  }

  private static Value read(JsonNode node, Type type) throws DecodeFailed {
    if (node.isNull()) {
      return Value.nullOf(type);
    }
    return switch (type) {
      case Type.Any any -> dynamic(node);
      case Type.Primitive primitive ->
          switch (primitive) {
            case STRING -> {
              require(node.isTextual() || node.isNumber() || node.isBoolean(), "a string");
              yield Value.of(node.asText());
            }
            case NUMBER -> Value.of(number(node));
            case BOOL -> {
              boolean isText = node.asText().equals("true") || node.asText().equals("false");
              require(node.isBoolean() || (node.isTextual() && isText), "a bool");
              yield Value.of(node.asBoolean());
            }
          };
      case Type.ListType(Type element) -> Elements.list(element, sequence(node, element));
      case Type.SetType(Type element) -> Elements.set(element, sequence(node, element));
      case Type.MapType(Type element) -> Elements.map(element, map(node, element));
      case Type.TupleType(List<Type> types) -> tuple(node, types);
      case Type.ObjectType object -> object(node, object);
    };
  }

  private static void require(boolean fits, String wanted) throws DecodeFailed {
    if (!fits) {
      throw new DecodeFailed("not " + wanted);
    }
  }

  private static BigFloat number(JsonNode node) throws DecodeFailed {
    if (node.isIntegralNumber()) {
      return BigFloat.of(new BigDecimal(node.bigIntegerValue()));
    }
    if (node.isNumber()) {
      return BigFloat.of(node.decimalValue());
    }
    require(node.isTextual(), "a number");
    return NumberReader.parse(node.textValue())
        .orElseThrow(() -> new DecodeFailed("the text is not a number"));
  }

  private static Value dynamic(JsonNode node) throws DecodeFailed {
    require(node.isObject() && node.has("type") && node.has("value"), "a type and its value");
    return read(node.get("value"), TypeJson.read(node.get("type")).withoutOptional());
  }

  private static List<Value> sequence(JsonNode node, Type element) throws DecodeFailed {
    require(node.isArray(), "an array");
    List<Value> elements = new ArrayList<>();
    for (JsonNode each : node) {
      elements.add(below(each, element, "[" + elements.size() + "]"));
    }
    return elements;
  }

  private static Value tuple(JsonNode node, List<Type> types) throws DecodeFailed {
    require(node.isArray() && node.size() == types.size(), "an array of " + types.size());
    List<Value> elements = new ArrayList<>();
    for (Type type : types) {
      elements.add(below(node.get(elements.size()), type, "[" + elements.size() + "]"));
    }
    return TupleValue.of(elements);
  }

  private static Map<String, Value> map(JsonNode node, Type element) throws DecodeFailed {
    require(node.isObject(), "an object");
    Map<String, Value> entries = new TreeMap<>(CodePoints.ORDER);
    for (Map.Entry<String, JsonNode> entry : node.properties()) {
      entries.put(Value.of(entry.getKey()).asText(), below(entry.getValue(), element, "[…]"));
    }
    return entries;
  }

  /** What is missing is null, as in states that were written before an attribute was there. */
  private static Value object(JsonNode node, Type.ObjectType type) throws DecodeFailed {
    require(node.isObject(), "an object");
    for (Map.Entry<String, JsonNode> attribute : node.properties()) {
      if (!type.attributes().containsKey(attribute.getKey())) {
        throw new DecodeFailed(
            "an attribute that the type does not have, \"" + attribute.getKey() + "\"");
      }
    }
    Map<String, Value> attributes = new TreeMap<>(CodePoints.ORDER);
    for (Map.Entry<String, Type> attribute : type.attributes().entrySet()) {
      JsonNode part = node.get(attribute.getKey());
      attributes.put(
          attribute.getKey(),
          part == null
              ? Value.nullOf(attribute.getValue())
              : below(part, attribute.getValue(), "." + attribute.getKey()));
    }
    return ObjectValue.of(attributes);
  }

  private static Value below(JsonNode node, Type type, String step) throws DecodeFailed {
    try {
      return read(node, type);
    } catch (DecodeFailed e) {
      throw e.below(step);
    }
  }

  /** The value must be known throughout and be one of the type. */
  public static String encode(Value value, Type type) {
    StringBuilder out = new StringBuilder();
    write(value, type, out);
    return out.toString();
  }

  private static void write(Value value, Type type, StringBuilder out) {
    if (type.isAny() && !value.type().isAny()) {
      out.append("{\"value\":");
      write(value, value.type(), out);
      out.append(",\"type\":").append(TypeJson.write(value.type())).append('}');
      return;
    }
    if (!type.hasAny()) {
      out.append(JsonText.encode(value));
      return;
    }
    switch (value) {
      case ListValue list -> each(list.list(), i -> type.element(), out);
      case SetValue set -> each(set.list(), i -> type.element(), out);
      case TupleValue tuple ->
          each(tuple.list(), i -> ((Type.TupleType) type).elements().get(i), out);
      case MapValue map -> entries(map.map(), name -> type.element(), out);
      case ObjectValue object -> entries(object.map(), name -> attribute(type, name), out);
      case Value.StringValue v -> out.append(JsonText.encode(v));
      case Value.NumberValue v -> out.append(JsonText.encode(v));
      case Value.BoolValue v -> out.append(JsonText.encode(v));
      case Value.NullValue v -> out.append(JsonText.encode(v));
      case Value.UnknownValue v -> out.append(JsonText.encode(v));
      case Value.MarkedValue v -> throw new IllegalStateException("a marked value is not sent");
    }
  }

  private static Type attribute(Type type, String name) {
    return type instanceof Type.ObjectType object
        ? object.attributes().getOrDefault(name, Types.ANY)
        : Types.ANY;
  }

  private static void each(List<Value> elements, IntFunction<Type> types, StringBuilder out) {
    out.append('[');
    for (int i = 0; i < elements.size(); i++) {
      out.append(i == 0 ? "" : ",");
      write(elements.get(i), types.apply(i), out);
    }
    out.append(']');
  }

  private static void entries(
      Map<String, Value> entries, Function<String, Type> types, StringBuilder out) {
    out.append('{');
    String separator = "";
    for (Map.Entry<String, Value> entry : entries.entrySet()) {
      out.append(separator).append(JsonText.encode(Value.of(entry.getKey()))).append(':');
      write(entry.getValue(), types.apply(entry.getKey()), out);
      separator = ",";
    }
    out.append('}');
  }
}
