package io.sluice.provider.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BigIntegerNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.sluice.model.Suggestion;
import io.sluice.model.json.Json;
import io.sluice.model.json.JsonPointers;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Makes a value fit a type constraint with the conversions that Terraform does by itself: numbers
 * and booleans to strings and back where the text says so, lists to sets. What is deferred fits
 * always.
 */
final class TypeFit {
  private final List<ConfigFault> faults = new ArrayList<>();

  List<ConfigFault> faults() {
    return faults;
  }

  JsonNode fit(AttributeType type, JsonNode value, String pointer) {
    if (value.isNull() || Deferred.is(value)) {
      return value;
    }
    return switch (type) {
      case AttributeType.Any any -> value;
      case AttributeType.Text text -> text(value, pointer);
      case AttributeType.AnyNumber number -> number(value, pointer, false);
      case AttributeType.WholeNumber number -> number(value, pointer, true);
      case AttributeType.Bool bool -> bool(value, pointer);
      case AttributeType.ListOf list -> elements(list.element(), value, pointer, "a list", false);
      case AttributeType.SetOf set -> elements(set.element(), value, pointer, "a set", true);
      case AttributeType.MapOf map -> map(map.element(), value, pointer);
      case AttributeType.TupleOf tuple -> tuple(tuple, value, pointer);
      case AttributeType.ObjectOf object -> object(object, value, pointer);
      case AttributeType.Nested nested -> fit(nested.plain(), value, pointer);
    };
  }

  private JsonNode text(JsonNode value, String pointer) {
    if (value.isTextual()) {
      return value;
    }
    if (value.isNumber()) {
      return TextNode.valueOf(plain(value.decimalValue()));
    }
    return value.isBoolean() ? TextNode.valueOf(value.asText()) : wrong(value, pointer, "a string");
  }

  private JsonNode number(JsonNode value, String pointer, boolean whole) {
    JsonNode number = value;
    if (value.isTextual()) {
      try {
        BigDecimal parsed = new BigDecimal(value.textValue().strip());
        number = isWhole(parsed) ? whole(parsed.toBigIntegerExact()) : DecimalNode.valueOf(parsed);
      } catch (NumberFormatException e) {
        return wrong(value, pointer, "a number");
      }
    }
    if (!number.isNumber()) {
      return wrong(value, pointer, "a number");
    }
    return whole && !isWhole(number.decimalValue())
        ? wrong(value, pointer, "a whole number")
        : number;
  }

  /** As Jackson reads it, so that equal numbers are equal nodes. */
  private static JsonNode whole(BigInteger number) {
    if (number.bitLength() < 32) {
      return IntNode.valueOf(number.intValueExact());
    }
    return number.bitLength() < 64
        ? LongNode.valueOf(number.longValueExact())
        : BigIntegerNode.valueOf(number);
  }

  private static boolean isWhole(BigDecimal number) {
    return number.stripTrailingZeros().scale() <= 0 && number.precision() - number.scale() < 1_000;
  }

  private JsonNode bool(JsonNode value, String pointer) {
    if (value.isBoolean()) {
      return value;
    }
    if (value.isTextual() && value.textValue().matches("true|false")) {
      return BooleanNode.valueOf(value.textValue().equals("true"));
    }
    return wrong(value, pointer, "a bool (true or false)");
  }

  private JsonNode elements(
      AttributeType element, JsonNode value, String pointer, String what, boolean distinct) {
    if (!value.isArray()) {
      return wrong(value, pointer, what);
    }
    ArrayNode fitted = Json.mapper().createArrayNode();
    for (int i = 0; i < value.size(); i++) {
      JsonNode one = fit(element, value.get(i), pointer + "/" + i);
      if (!distinct || !contains(fitted, one)) {
        fitted.add(one);
      }
    }
    return fitted;
  }

  private static boolean contains(ArrayNode elements, JsonNode value) {
    for (JsonNode element : elements) {
      if (Json.same(element, value)) {
        return true;
      }
    }
    return false;
  }

  private JsonNode map(AttributeType element, JsonNode value, String pointer) {
    if (!value.isObject()) {
      return wrong(value, pointer, "a map");
    }
    ObjectNode fitted = Json.object();
    for (Map.Entry<String, JsonNode> entry : value.properties()) {
      fitted.set(
          entry.getKey(),
          fit(element, entry.getValue(), JsonPointers.child(pointer, entry.getKey())));
    }
    return fitted;
  }

  private JsonNode tuple(AttributeType.TupleOf tuple, JsonNode value, String pointer) {
    if (!value.isArray() || value.size() != tuple.elements().size()) {
      return wrong(value, pointer, "a list of " + tuple.elements().size());
    }
    ArrayNode fitted = Json.mapper().createArrayNode();
    for (int i = 0; i < value.size(); i++) {
      fitted.add(fit(tuple.elements().get(i), value.get(i), pointer + "/" + i));
    }
    return fitted;
  }

  private JsonNode object(AttributeType.ObjectOf object, JsonNode value, String pointer) {
    if (!value.isObject()) {
      return wrong(value, pointer, "an object");
    }
    ObjectNode fitted = Json.object();
    for (Map.Entry<String, JsonNode> entry : value.properties()) {
      AttributeType.Field field = object.fields().get(entry.getKey());
      if (field == null) {
        faults.add(unknownField(object, entry.getKey(), pointer));
      } else {
        fitted.set(
            entry.getKey(),
            fit(field.type(), entry.getValue(), JsonPointers.child(pointer, entry.getKey())));
      }
    }
    object
        .fields()
        .forEach(
            (name, field) -> {
              if (!field.optional() && !value.hasNonNull(name)) {
                faults.add(
                    ConfigFault.error(
                        pointer, "Missing field", "The field \"" + name + "\" is required here."));
              }
            });
    return fitted;
  }

  private static ConfigFault unknownField(
      AttributeType.ObjectOf object, String name, String pointer) {
    return new ConfigFault(
        JsonPointers.child(pointer, name),
        false,
        "Unknown field",
        "There is no field \"" + name + "\" here.",
        Suggestion.of(name, object.fields().keySet())
            .map(meant -> "Did you mean \"" + meant + "\"?")
            .orElse(null));
  }

  private JsonNode wrong(JsonNode value, String pointer, String expected) {
    faults.add(
        ConfigFault.error(
            pointer, "Wrong type", "This must be " + expected + ", not " + kind(value) + "."));
    return value;
  }

  private static String kind(JsonNode value) {
    return switch (value.getNodeType()) {
      case ARRAY -> "a list";
      case OBJECT, POJO -> "an object";
      case BOOLEAN -> "a bool";
      case NUMBER -> "a number";
      case STRING, BINARY -> "a string";
      case NULL, MISSING -> "null";
    };
  }

  private static String plain(BigDecimal number) {
    BigDecimal stripped = number.stripTrailingZeros();
    return Math.abs((long) stripped.scale()) < 1_000
        ? stripped.toPlainString()
        : stripped.toString();
  }
}
