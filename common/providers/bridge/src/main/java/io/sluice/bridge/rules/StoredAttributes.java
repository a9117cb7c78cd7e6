package io.sluice.bridge.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.language.value.Type;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** State as it was stored: what the type no longer has is taken out before a provider sees it. */
public final class StoredAttributes {
  private StoredAttributes() {}

  /** The very bytes where there is nothing to take out. */
  public static byte[] withoutRemoved(byte[] json, Type type) {
    try {
      JsonNode node = Json.tree(json);
      return strip(node, type) ? Json.encode(node) : json;
    } catch (MalformedMessage e) {
      return json;
    }
  }

  private static boolean strip(@Nullable JsonNode node, Type type) {
    boolean changed = false;
    if (node == null) {
      return false;
    }
    if (node.isArray() && type.isSequence() && type.isCollection()) {
      for (JsonNode element : node) {
        changed |= strip(element, type.element());
      }
    } else if (node.isObject() && type instanceof Type.MapType(Type element)) {
      for (JsonNode each : node) {
        changed |= strip(each, element);
      }
    } else if (node instanceof ObjectNode object && type instanceof Type.ObjectType wanted) {
      List<String> names = new ArrayList<>();
      object.fieldNames().forEachRemaining(names::add);
      for (String name : names) {
        if (!wanted.attributes().containsKey(name)) {
          object.remove(name);
          changed = true;
        }
      }
      for (Map.Entry<String, Type> attribute : wanted.attributes().entrySet()) {
        changed |= strip(object.get(attribute.getKey()), attribute.getValue());
      }
    }
    return changed;
  }
}
