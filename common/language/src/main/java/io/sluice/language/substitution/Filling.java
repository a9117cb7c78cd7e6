package io.sluice.language.substitution;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.sluice.language.substitution.Substituted.Resolved;
import io.sluice.language.substitution.Substituted.Unresolved;
import io.sluice.model.Lineage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Puts in what is known of a template already ({@code count}, {@code each}) and leaves every other
 * reference as a reference, for the worker.
 */
public final class Filling {
  private final Given known;
  private final Set<String> roots;

  /** Carries the first fault out of the walk. */
  private static final class Stop extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient Unresolved fault;

    Stop(Unresolved fault) {
      super(null, null, false, false);
      this.fault = fault;
    }
  }

  private Filling(Map<String, JsonNode> known) {
    this.known = Given.plain(known, Map.of());
    this.roots = known.keySet();
  }

  /**
   * @param known by root; strings in it are templates themselves: escape what is not
   */
  public static Substituted fill(JsonNode template, Map<String, JsonNode> known) {
    try {
      JsonNode filled = new Filling(known).walk(template, Pointer.ROOT);
      return new Resolved(filled, List.of());
    } catch (Stop stop) {
      return stop.fault;
    }
  }

  /** Binds the names around an expression: a loop over the one value that each has. */
  private JsonNode bound(JsonNode node) {
    String source = node.path(Expression.SOURCE).asText();
    for (Map.Entry<String, Given.Entry> entry : known.values().entrySet()) {
      source =
          "[for %s in [jsondecode(%s)] : %s][0]"
              .formatted(
                  entry.getKey(), Lineage.quoted(entry.getValue().value().toString()), source);
    }
    ObjectNode copy = node.deepCopy();
    return copy.put(Expression.SOURCE, source);
  }

  private JsonNode walk(JsonNode node, Pointer where) throws Stop {
    if (Expression.isExpression(node)) {
      return known.values().isEmpty() ? node.deepCopy() : bound(node);
    }
    if (node.isObject()) {
      ObjectNode copy = JsonNodeFactory.instance.objectNode();
      for (Map.Entry<String, JsonNode> field : node.properties()) {
        copy.set(field.getKey(), walk(field.getValue(), where.field(field.getKey())));
      }
      return copy;
    }
    if (node.isArray()) {
      ArrayNode list = JsonNodeFactory.instance.arrayNode(node.size());
      for (int i = 0; i < node.size(); i++) {
        list.add(walk(node.path(i), where.element(i)));
      }
      return list;
    }
    return node.isTextual() && !Piece.isPlain(node.textValue())
        ? string(node, where)
        : node.deepCopy();
  }

  /** Hides the other references behind escapes, and lets the one substitution do the work. */
  private JsonNode string(JsonNode node, Pointer where) throws Stop {
    StringBuilder hidden = new StringBuilder();
    boolean any = false;
    for (String part : parts(node.textValue())) {
      String indexed = withKnownIndexes(part);
      boolean mine = isMine(indexed);
      any |= mine || !indexed.equals(part);
      hidden.append(mine ? indexed : Escape.text(indexed));
    }
    if (!any) {
      return node.deepCopy();
    }
    return switch (Substitution.substitute(
        TextNode.valueOf(hidden.toString()), known, name -> Optional.empty(), Expressions.NONE)) {
      case Resolved resolved -> resolved.tree();
      case Unresolved fault ->
          throw new Stop(
              new Unresolved(fault.reference(), fault.reason(), fault.detail(), where.text()));
    };
  }

  private boolean isMine(String part) {
    return part.startsWith("${")
        && Piece.cut(part).getFirst() instanceof Piece.Path path
        && roots.contains(path.path().root());
  }

  /** {@code ${x[count.index].id}} with the number or key in the place of its name. */
  private String withKnownIndexes(String part) {
    if (!part.startsWith("${")) {
      return part;
    }
    String filled = part;
    Entry index = entry("count", "index");
    Entry key = entry("each", "key");
    if (index.present()) {
      filled = filled.replace("[count.index]", "[" + index.value().asText() + "]");
    }
    if (key.present()) {
      filled = filled.replace("[each.key]", "[" + Lineage.quoted(key.value().asText()) + "]");
    }
    return filled;
  }

  private record Entry(boolean present, JsonNode value) {}

  private Entry entry(String root, String field) {
    Given.Entry given = known.values().get(root);
    return given == null
        ? new Entry(false, JsonNodeFactory.instance.missingNode())
        : new Entry(given.value().has(field), given.value().path(field));
  }

  /** The string cut before and after each reference; what is put together again is the string. */
  private static List<String> parts(String source) {
    List<String> parts = new ArrayList<>();
    int start = 0;
    int i = 0;
    while (i < source.length()) {
      if (source.startsWith("$${", i)) {
        i += 3;
      } else if (source.startsWith("${", i)) {
        int close = Piece.closing(source, i + 2);
        int end = close < 0 ? source.length() : close + 1;
        if (i > start) {
          parts.add(source.substring(start, i));
        }
        parts.add(source.substring(i, end));
        start = end;
        i = end;
      } else {
        i++;
      }
    }
    if (start < source.length()) {
      parts.add(source.substring(start));
    }
    return parts;
  }
}
