package io.sluice.language.substitution;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.Lineage;
import java.util.List;

/**
 * Makes known values safe to put into a plan: text from a file or from state must never be taken
 * for a reference, or it could ask a worker for its secrets.
 */
public final class Escape {
  /** The field that makes an object a sealed value. */
  private static final String SEALED = "$sealed";

  private Escape() {}

  /** Substituting the result gives {@code text} again, whatever it is. */
  public static String text(String text) {
    return text.replace("${", "$${");
  }

  /** The same for a whole value; an object that would read as an expression becomes data again. */
  public static JsonNode tree(JsonNode value) {
    if (value.isTextual()) {
      return JsonNodeFactory.instance.textNode(text(value.textValue()));
    }
    if (value.isArray()) {
      ArrayNode list = JsonNodeFactory.instance.arrayNode(value.size());
      value.forEach(element -> list.add(tree(element)));
      return list;
    }
    if (value.isObject()) {
      if (value.has(Expression.SOURCE) || value.has(SEALED)) {
        String json = Lineage.quoted(value.toString());
        return new Expression("jsondecode(" + json + ")", List.of()).toJson();
      }
      ObjectNode object = JsonNodeFactory.instance.objectNode();
      value.properties().forEach(field -> object.set(field.getKey(), tree(field.getValue())));
      return object;
    }
    return value;
  }
}
