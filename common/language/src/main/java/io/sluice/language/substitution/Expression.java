package io.sluice.language.substitution;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.Lineage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An expression that had to wait for the run: <code>{"$expr": "HCL", "refs": ["web.id"]}</code>.
 */
public record Expression(String source, List<Lineage> refs) {
  /** The field that makes an object an expression. */
  public static final String SOURCE = "$expr";

  /** The field that lists what the expression needs. */
  public static final String REFS = "refs";

  public Expression {
    refs = List.copyOf(refs);
  }

  /** Any object with the field counts, so that a mistake in one is never taken for data. */
  static boolean isExpression(JsonNode node) {
    return node.isObject() && node.has(SOURCE);
  }

  /** What is wrong with the object, or nothing. */
  static Optional<String> problem(JsonNode node) {
    if (!node.path(SOURCE).isTextual()) {
      return Optional.of("\"" + SOURCE + "\" must be a string");
    }
    for (String name : (Iterable<String>) node::fieldNames) {
      if (!name.equals(SOURCE) && !name.equals(REFS)) {
        return Optional.of("an expression has no field \"" + name + "\"");
      }
    }
    if (node.has(REFS) && !node.path(REFS).isArray()) {
      return Optional.of("\"" + REFS + "\" must be a list");
    }
    for (JsonNode ref : node.path(REFS)) {
      if (!ref.isTextual()) {
        return Optional.of("\"" + REFS + "\" must hold strings");
      }
      if (Lineage.read(ref.textValue()) instanceof Lineage.Malformed(String problem)) {
        return Optional.of("\"" + ref.textValue() + "\" is not a reference: " + problem);
      }
    }
    return Optional.empty();
  }

  /** Reads an object that has no {@link #problem}. */
  static Expression read(JsonNode node) {
    List<Lineage> refs = new ArrayList<>();
    for (JsonNode ref : node.path(REFS)) {
      refs.add(Lineage.parse(ref.textValue()));
    }
    return new Expression(node.path(SOURCE).textValue(), refs);
  }

  /** As it is in a plan. */
  public ObjectNode toJson() {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put(SOURCE, source);
    var list = node.putArray(REFS);
    refs.forEach(ref -> list.add(ref.text()));
    return node;
  }
}
