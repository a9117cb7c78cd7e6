package io.sluice.planning.configuration.values;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.sluice.language.value.Type;
import io.sluice.model.json.Json;

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
}
