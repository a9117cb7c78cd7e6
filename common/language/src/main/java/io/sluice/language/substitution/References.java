package io.sluice.language.substitution;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** Finds references without resolving them: for dependencies, checks and the plan's version. */
public final class References {
  private References() {}

  /** Every reference, keys sorted and strings from left to right, malformed ones too. */
  public static List<Reference> in(JsonNode config) {
    List<Reference> found = new ArrayList<>();
    walk(config, Pointer.ROOT, found);
    return found;
  }

  /** Whether a plan with this in it needs schema_version 2. */
  public static boolean hasModuleReferences(JsonNode config) {
    if (Expression.isExpression(config)) {
      return true;
    }
    if (config.isTextual()) {
      return !Piece.isPlain(config.textValue())
          && Piece.cut(config.textValue()).stream().anyMatch(Piece.Path.class::isInstance);
    }
    for (JsonNode child : config) {
      if (hasModuleReferences(child)) {
        return true;
      }
    }
    return false;
  }

  private static void walk(JsonNode node, Pointer where, List<Reference> found) {
    if (Expression.isExpression(node)) {
      expression(node, where, found);
    } else if (node.isObject()) {
      for (String key : Pointer.sortedKeys(node)) {
        walk(node.path(key), where.field(key), found);
      }
    } else if (node.isArray()) {
      for (int i = 0; i < node.size(); i++) {
        walk(node.path(i), where.element(i), found);
      }
    } else if (node.isTextual() && !Piece.isPlain(node.textValue())) {
      for (Piece piece : Piece.cut(node.textValue())) {
        switch (piece) {
          case Piece.Text text -> {}
          case Piece.Variable variable ->
              found.add(new Reference.Variable(variable.name(), where.text()));
          case Piece.Path path -> found.add(new Reference.Output(path.path(), where.text(), false));
          case Piece.Malformed bad ->
              found.add(new Reference.Malformed(bad.source(), bad.problem(), where.text()));
        }
      }
    }
  }

  private static void expression(JsonNode node, Pointer where, List<Reference> found) {
    Expression.problem(node)
        .ifPresentOrElse(
            problem ->
                found.add(
                    new Reference.Malformed(
                        node.path(Expression.SOURCE).asText(), problem, where.text())),
            () ->
                Expression.read(node)
                    .refs()
                    .forEach(ref -> found.add(new Reference.Output(ref, where.text(), true))));
  }
}
