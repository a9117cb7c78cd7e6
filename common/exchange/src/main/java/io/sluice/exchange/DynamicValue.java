package io.sluice.exchange;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.sluice.model.json.Json;
import org.jspecify.annotations.Nullable;

/** A value of an attribute that may have any type: Terraform writes its type beside it. */
final class DynamicValue {
  private DynamicValue() {}

  static boolean is(JsonNode value) {
    return value.isObject() && value.size() == 2 && value.has("value") && value.has("type");
  }

  /**
   * @param known the type that it had when it came, if it came from Terraform
   */
  static JsonNode wrapped(JsonNode value, @Nullable JsonNode known) {
    if (value.isNull()) {
      return value;
    }
    ObjectNode wrapped = Json.object();
    wrapped.set("value", value);
    wrapped.set("type", known == null ? type(value) : known);
    return wrapped;
  }

  static JsonNode type(JsonNode value) {
    if (value.isTextual()) {
      return TextNode.valueOf("string");
    }
    if (value.isNumber()) {
      return TextNode.valueOf("number");
    }
    if (value.isBoolean()) {
      return TextNode.valueOf("bool");
    }
    if (value.isArray()) {
      ArrayNode elements = Json.mapper().createArrayNode();
      value.forEach(element -> elements.add(type(element)));
      return Json.mapper().createArrayNode().add("tuple").add(elements);
    }
    if (value.isObject()) {
      ObjectNode fields = Json.object();
      value.properties().forEach(field -> fields.set(field.getKey(), type(field.getValue())));
      return Json.mapper().createArrayNode().add("object").add(fields);
    }
    return TextNode.valueOf("dynamic");
  }
}
