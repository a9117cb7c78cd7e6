package io.sluice.bridge.codec;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.value.CodePoints;
import io.sluice.language.value.Type;
import io.sluice.language.value.Value;
import io.sluice.language.value.json.JsonText;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/** Types as JSON: {@code "string"}, {@code ["list","string"]}, {@code ["object",{"a":"bool"}]}. */
public final class TypeJson {
  private TypeJson() {}

  public static Type read(String json) throws DecodeFailed {
    try {
      return read(Json.tree(json.getBytes(StandardCharsets.UTF_8)));
    } catch (MalformedMessage e) {
      throw new DecodeFailed("not a type: no JSON");
    }
  }

  static Type read(JsonNode node) throws DecodeFailed {
    return io.sluice.language.value.json.TypeJson.read(node)
        .orElseThrow(() -> new DecodeFailed("not a type: " + node));
  }

  public static String write(Type type) {
    return switch (type) {
      case Type.Any any -> "\"dynamic\"";
      case Type.Primitive primitive -> '"' + primitive.friendlyName() + '"';
      case Type.ListType(Type element) -> "[\"list\"," + write(element) + "]";
      case Type.SetType(Type element) -> "[\"set\"," + write(element) + "]";
      case Type.MapType(Type element) -> "[\"map\"," + write(element) + "]";
      case Type.TupleType(List<Type> elements) ->
          elements.stream()
              .map(TypeJson::write)
              .collect(Collectors.joining(",", "[\"tuple\",[", "]]"));
      case Type.ObjectType object -> writeObject(object);
    };
  }

  private static String writeObject(Type.ObjectType object) {
    String attributes =
        object.attributes().entrySet().stream()
            .map(each -> quote(each.getKey()) + ":" + write(each.getValue()))
            .collect(Collectors.joining(",", "{", "}"));
    String optional =
        object.optional().isEmpty()
            ? ""
            : object.optional().stream()
                .sorted(CodePoints.ORDER)
                .map(TypeJson::quote)
                .collect(Collectors.joining(",", ",[", "]"));
    return "[\"object\"," + attributes + optional + "]";
  }

  private static String quote(String name) {
    return JsonText.encode(Value.of(name));
  }
}
