package io.sluice.language.value.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.sluice.language.value.CodePoints;
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import io.sluice.model.json.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Types in the JSON that Terraform writes them in: {@code "string"}, {@code ["list","string"]}. */
public final class TypeJson {
  private TypeJson() {}

  public static JsonNode of(Type type) {
    return switch (type) {
      case Type.Any any -> TextNode.valueOf("dynamic");
      case Type.Primitive primitive -> TextNode.valueOf(primitive.friendlyName());
      case Type.ListType(Type element) -> collection("list", of(element));
      case Type.SetType(Type element) -> collection("set", of(element));
      case Type.MapType(Type element) -> collection("map", of(element));
      case Type.TupleType tuple -> {
        ArrayNode elements = Json.mapper().createArrayNode();
        tuple.elements().forEach(element -> elements.add(of(element)));
        yield collection("tuple", elements);
      }
      case Type.ObjectType object -> {
        ObjectNode attributes = Json.object();
        object.attributes().forEach((name, attribute) -> attributes.set(name, of(attribute)));
        yield collection("object", attributes);
      }
    };
  }

  private static JsonNode collection(String kind, JsonNode of) {
    return Json.mapper().createArrayNode().add(kind).add(of);
  }

  /** The type that such JSON means; empty where it means none. */
  public static Optional<Type> read(JsonNode node) {
    if (node.isTextual()) {
      return switch (node.textValue()) {
        case "string" -> Optional.of(Types.STRING);
        case "number" -> Optional.of(Types.NUMBER);
        case "bool" -> Optional.of(Types.BOOL);
        case "dynamic" -> Optional.of(Types.ANY);
        default -> Optional.empty();
      };
    }
    if (!node.isArray() || node.size() < 2 || !node.get(0).isTextual()) {
      return Optional.empty();
    }
    JsonNode inner = node.get(1);
    return switch (node.get(0).textValue()) {
      case "list" -> read(inner).map(Type::list);
      case "set" -> read(inner).map(Type::set);
      case "map" -> read(inner).map(Type::map);
      case "tuple" -> tuple(inner);
      case "object" -> object(node, inner);
      default -> Optional.empty();
    };
  }

  private static Optional<Type> tuple(JsonNode inner) {
    List<Type> elements = new ArrayList<>();
    for (JsonNode element : inner) {
      read(element).ifPresent(elements::add);
    }
    return elements.size() == inner.size() ? Optional.of(Type.tuple(elements)) : Optional.empty();
  }

  private static Optional<Type> object(JsonNode node, JsonNode inner) {
    SortedMap<String, Type> attributes = new TreeMap<>(CodePoints.ORDER);
    for (Map.Entry<String, JsonNode> attribute : inner.properties()) {
      read(attribute.getValue()).ifPresent(type -> attributes.put(attribute.getKey(), type));
    }
    Set<String> optional = new HashSet<>();
    if (node.size() > 2) {
      node.get(2).forEach(name -> optional.add(name.asText()));
    }
    return attributes.size() == inner.size()
        ? Optional.of(new Type.ObjectType(attributes, optional))
        : Optional.empty();
  }
}
