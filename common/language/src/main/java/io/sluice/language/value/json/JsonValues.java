package io.sluice.language.value.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.language.value.ListValue;
import io.sluice.language.value.MapValue;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.SetValue;
import io.sluice.language.value.TupleValue;
import io.sluice.language.value.Type;
import io.sluice.language.value.Value;
import io.sluice.language.value.Values;
import io.sluice.language.value.convert.Conversion;
import io.sluice.language.value.convert.ConversionException;
import io.sluice.language.value.number.BigFloat;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Values to JSON trees and back. */
public final class JsonValues {
  /** Bits up to which a whole number has so few digits that every reader takes them. */
  private static final int WRITTEN_OUT = 4_096;

  private JsonValues() {}

  /** The value that the JSON implies: objects and tuples, numbers at full precision. */
  public static Value fromJson(JsonNode node) {
    return switch (node.getNodeType()) {
      case NULL, MISSING -> Values.NULL;
      case BOOLEAN -> Value.of(node.booleanValue());
      case STRING -> Value.of(node.textValue());
      case NUMBER -> Value.of(BigFloat.of(node.decimalValue()));
      case ARRAY -> {
        List<Value> elements = new ArrayList<>(node.size());
        node.forEach(element -> elements.add(fromJson(element)));
        yield TupleValue.of(elements);
      }
      case OBJECT -> {
        Map<String, Value> attributes = new LinkedHashMap<>();
        node.properties().forEach(f -> attributes.put(f.getKey(), fromJson(f.getValue())));
        yield ObjectValue.of(attributes);
      }
      case BINARY, POJO -> throw new IllegalStateException("not JSON: " + node.getNodeType());
    };
  }

  /** The JSON as a value of the type. */
  public static Value fromJson(JsonNode node, Type type) throws ConversionException {
    return Conversion.convert(fromJson(node), type);
  }

  /**
   * The tree of a value that is known throughout; whole numbers are integers; marks are dropped.
   */
  public static JsonNode toJson(Value value) {
    return switch (value) {
      case Value.StringValue(String text) -> JsonNodeFactory.instance.textNode(text);
      case Value.NumberValue(BigFloat number) -> number(number);
      case Value.BoolValue(boolean truth) -> JsonNodeFactory.instance.booleanNode(truth);
      case Value.NullValue nothing -> JsonNodeFactory.instance.nullNode();
      case ListValue list -> sequence(list.list());
      case SetValue set -> sequence(set.list());
      case TupleValue tuple -> sequence(tuple.list());
      case MapValue map -> mapping(map.map());
      case ObjectValue object -> mapping(object.map());
      case Value.MarkedValue marked -> toJson(marked.inner());
      case Value.UnknownValue unknown ->
          throw new IllegalStateException("an unknown value has no JSON");
    };
  }

  /** The shortest decimal that reads back as the number, which is what a person wrote. */
  private static JsonNode number(BigFloat number) {
    if (number.isInfinite()) {
      throw new IllegalStateException("an infinite number has no JSON");
    }
    if (number.isInteger()) {
      var whole = new BigDecimal(number.toString()).toBigIntegerExact();
      if (whole.bitLength() < Integer.SIZE) {
        return JsonNodeFactory.instance.numberNode(whole.intValue());
      }
      if (whole.bitLength() < Long.SIZE) {
        return JsonNodeFactory.instance.numberNode(whole.longValue());
      }
      return whole.bitLength() < WRITTEN_OUT
          ? JsonNodeFactory.instance.numberNode(whole)
          : JsonNodeFactory.instance.numberNode(new BigDecimal(whole).stripTrailingZeros());
    }
    return JsonNodeFactory.instance.numberNode(new BigDecimal(number.toString()));
  }

  private static JsonNode sequence(Collection<Value> elements) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode(elements.size());
    elements.forEach(element -> array.add(toJson(element)));
    return array;
  }

  private static JsonNode mapping(Map<String, Value> entries) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    entries.forEach((key, value) -> object.set(key, toJson(value)));
    return object;
  }
}
