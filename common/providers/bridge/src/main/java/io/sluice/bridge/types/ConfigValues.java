package io.sluice.bridge.types;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.bridge.codec.DecodeFailed;
import io.sluice.bridge.schema.Attribute;
import io.sluice.bridge.schema.Block;
import io.sluice.bridge.schema.NestedBlock;
import io.sluice.language.value.ListValue;
import io.sluice.language.value.MapValue;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.SetValue;
import io.sluice.language.value.TupleValue;
import io.sluice.language.value.Type;
import io.sluice.language.value.Value;
import io.sluice.language.value.convert.ConversionException;
import io.sluice.language.value.json.JsonValues;
import io.sluice.model.json.Json;
import io.sluice.model.json.JsonPointers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Configurations, resolved throughout, as the values that a provider is called with: what was not
 * written is null, and every part has the type of its place.
 */
public final class ConfigValues {
  private ConfigValues() {}

  /** The failure names the place, and never what stands there. */
  public static Value of(Block block, JsonNode config) throws DecodeFailed {
    Map<String, Value> parts = new LinkedHashMap<>();
    for (Map.Entry<String, Attribute> each : block.attributes().entrySet()) {
      String name = each.getKey();
      parts.put(name, attribute(name, each.getValue().type(), config.get(name)));
    }
    for (Map.Entry<String, NestedBlock> each : block.blocks().entrySet()) {
      JsonNode written = config.get(each.getKey());
      parts.put(each.getKey(), nested(each.getKey(), each.getValue(), written));
    }
    return ObjectValue.of(parts);
  }

  private static boolean isAbsent(@Nullable JsonNode node) {
    return node == null || node.isNull() || node.isMissingNode();
  }

  private static Value attribute(String name, Type type, @Nullable JsonNode node)
      throws DecodeFailed {
    if (node == null || isAbsent(node)) {
      return Value.nullOf(type);
    }
    try {
      return JsonValues.fromJson(completed(node, type), type);
    } catch (ConversionException e) {
      String path = e.path().isEmpty() ? name : name + e.path();
      throw new DecodeFailed(path + ": " + e.reason());
    }
  }

  /** What objects leave out is null. */
  private static JsonNode completed(JsonNode node, Type type) {
    return switch (type) {
      case Type.ObjectType object when node.isObject() -> {
        ObjectNode whole = ((ObjectNode) node).deepCopy();
        object
            .attributes()
            .forEach(
                (name, each) -> {
                  JsonNode part = node.get(name);
                  whole.set(name, part == null ? Json.mapper().nullNode() : completed(part, each));
                });
        yield whole;
      }
      case Type.ListType(Type element) when node.isArray() -> each(node, element);
      case Type.SetType(Type element) when node.isArray() -> each(node, element);
      case Type.MapType(Type element) when node.isObject() -> {
        ObjectNode whole = Json.object();
        node.properties()
            .forEach(entry -> whole.set(entry.getKey(), completed(entry.getValue(), element)));
        yield whole;
      }
      default -> node;
    };
  }

  private static JsonNode each(JsonNode node, Type element) {
    ArrayNode whole = Json.mapper().createArrayNode();
    node.forEach(part -> whole.add(completed(part, element)));
    return whole;
  }

  private static Value nested(String name, NestedBlock nested, @Nullable JsonNode node)
      throws DecodeFailed {
    if (node == null || isAbsent(node)) {
      return nested.empty();
    }
    Block body = nested.body();
    Type element = body.type();
    return switch (nested.nesting()) {
      case SINGLE, GROUP -> node.isArray() ? first(name, nested, node) : one(name, body, node);
      case LIST -> {
        List<Value> blocks = several(name, body, node);
        yield element.hasAny() ? TupleValue.of(blocks) : ListValue.of(element, blocks);
      }
      case SET -> SetValue.of(element, several(name, body, node));
      case MAP -> {
        Map<String, Value> blocks = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> entry : node.properties()) {
          blocks.put(entry.getKey(), one(name, body, entry.getValue()));
        }
        yield element.hasAny() ? ObjectValue.of(blocks) : MapValue.of(element, blocks);
      }
    };
  }

  private static Value first(String name, NestedBlock nested, JsonNode node) throws DecodeFailed {
    return node.isEmpty() ? nested.empty() : one(name, nested.body(), node.get(0));
  }

  private static List<Value> several(String name, Block body, JsonNode node) throws DecodeFailed {
    List<Value> blocks = new ArrayList<>();
    for (JsonNode each : node.isArray() ? node : Json.mapper().createArrayNode().add(node)) {
      blocks.add(one(name, body, each));
    }
    return blocks;
  }

  private static Value one(String name, Block body, JsonNode node) throws DecodeFailed {
    if (!node.isObject()) {
      throw new DecodeFailed(name + ": not a block");
    }
    try {
      return of(body, node);
    } catch (DecodeFailed e) {
      throw new DecodeFailed(name + "." + e.sentence());
    }
  }

  /**
   * The pointer into what state holds for one into a configuration: the same, but that it ends
   * where elements have no lasting place, at a set, and where the type is the value's own.
   */
  public static String recordedPointer(Type type, String pointer) {
    StringBuilder kept = new StringBuilder();
    Type at = type;
    for (String step : pointer.isEmpty() ? new String[0] : pointer.substring(1).split("/", -1)) {
      Type next = below(at, JsonPointers.name(step));
      if (next == null) {
        break;
      }
      kept.append('/').append(step);
      at = next;
    }
    return kept.toString();
  }

  private static @Nullable Type below(Type type, String step) {
    return switch (type) {
      case Type.Any any -> null;
      case Type.Primitive primitive -> null;
      case Type.SetType set -> null;
      case Type.ListType(Type element) -> element;
      case Type.MapType(Type element) -> element;
      case Type.TupleType(List<Type> elements) -> {
        boolean isPlace = step.matches("[0-9]{1,6}") && Integer.parseInt(step) < elements.size();
        yield isPlace ? elements.get(Integer.parseInt(step)) : null;
      }
      case Type.ObjectType object -> object.attributes().get(step);
    };
  }
}
