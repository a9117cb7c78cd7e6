package io.sluice.language.substitution;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.language.substitution.Given.Entry;
import io.sluice.language.substitution.Substituted.Reason;
import io.sluice.language.substitution.Substituted.Resolved;
import io.sluice.language.substitution.Substituted.Unresolved;
import io.sluice.model.Lineage;
import io.sluice.model.Lineage.Index;
import io.sluice.model.Lineage.Segment;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Resolves every reference of one node's configuration, or fails with the first that it cannot.
 *
 * <p>Strict on purpose: an empty string in the place of a missing value would be applied to real
 * infrastructure. The input is never changed, and the result shares nothing with it.
 */
public final class Substitution {
  /** A number that would need more digits than this in a text is refused rather than written. */
  private static final int MOST_DIGITS = 10_000;

  private final Given given;
  private final Variables variables;
  private final Expressions expressions;
  private final List<String> secretPaths = new ArrayList<>();

  private Substitution(Given given, Variables variables, Expressions expressions) {
    this.given = given;
    this.variables = variables;
    this.expressions = expressions;
  }

  public static Substituted substitute(
      JsonNode config, Given given, Variables variables, Expressions expressions) {
    Substitution substitution = new Substitution(given, variables, expressions);
    try {
      JsonNode tree = substitution.walk(config, Pointer.ROOT);
      return new Resolved(tree, substitution.secretPaths);
    } catch (Stop stop) {
      return stop.unresolved;
    }
  }

  /** Carries the first error out of the walk. */
  private static final class Stop extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient Unresolved unresolved;

    Stop(String reference, Reason reason, String detail, Pointer where) {
      super(null, null, false, false);
      this.unresolved = new Unresolved(reference, reason, detail, where.text());
    }
  }

  private JsonNode walk(JsonNode node, Pointer where) throws Stop {
    if (Expression.isExpression(node)) {
      return expression(node, where);
    }
    if (node.isObject()) {
      return object(node, where);
    }
    if (node.isArray()) {
      ArrayNode list = JsonNodeFactory.instance.arrayNode(node.size());
      for (int i = 0; i < node.size(); i++) {
        list.add(walk(node.path(i), where.element(i)));
      }
      return list;
    }
    if (node.isTextual() && !Piece.isPlain(node.textValue())) {
      return string(node.textValue(), where);
    }
    return node.deepCopy();
  }

  /** Visits the keys in sorted order but keeps the order of the input in the copy. */
  private JsonNode object(JsonNode node, Pointer where) throws Stop {
    Map<String, JsonNode> done = new TreeMap<>();
    for (String key : Pointer.sortedKeys(node)) {
      done.put(key, walk(node.path(key), where.field(key)));
    }
    ObjectNode copy = JsonNodeFactory.instance.objectNode();
    node.fieldNames().forEachRemaining(key -> copy.set(key, done.get(key)));
    return copy;
  }

  private JsonNode string(String source, Pointer where) throws Stop {
    List<Piece> pieces = Piece.cut(source);
    if (pieces.size() == 1 && !(pieces.getFirst() instanceof Piece.Text)) {
      Entry entry = resolve(pieces.getFirst(), where);
      seal(entry.sensitive(), where);
      return entry.value().deepCopy();
    }
    StringBuilder text = new StringBuilder();
    boolean sensitive = false;
    for (Piece piece : pieces) {
      Entry entry = resolve(piece, where);
      sensitive |= entry.sensitive();
      text.append(asText(entry.value(), piece, where));
    }
    seal(sensitive, where);
    return JsonNodeFactory.instance.textNode(text.toString());
  }

  private void seal(boolean sensitive, Pointer where) {
    if (sensitive) {
      secretPaths.add(where.text());
    }
  }

  private Entry resolve(Piece piece, Pointer where) throws Stop {
    return switch (piece) {
      case Piece.Text text -> new Entry(JsonNodeFactory.instance.textNode(text.text()), false);
      case Piece.Variable variable -> variable(variable.name(), where);
      case Piece.Path path -> output(path.path(), where);
      case Piece.Malformed bad ->
          throw new Stop(
              bad.source(),
              Reason.MALFORMED,
              "'"
                  + bad.source()
                  + "' is not a reference: "
                  + bad.problem()
                  + " (a literal '${' is written '$${')",
              where);
    };
  }

  private Entry variable(String name, Pointer where) throws Stop {
    Optional<String> value = variables.lookup(name);
    if (value.isEmpty()) {
      throw new Stop(
          name,
          Reason.UNKNOWN_VARIABLE,
          "${" + name + "}: the worker's environment has no variable " + name,
          where);
    }
    return new Entry(JsonNodeFactory.instance.textNode(value.get()), true);
  }

  private Entry output(Lineage path, Pointer where) throws Stop {
    int size = path.segments().size();
    if (path.asksForId()) {
      String replaced = given.replacedIds().get(path.prefix(size - 1));
      if (replaced != null) {
        return new Entry(JsonNodeFactory.instance.textNode(replaced), false);
      }
    }
    for (int count = size; count >= 0; count--) {
      Entry known = given.values().get(path.prefix(count));
      if (known != null) {
        return new Entry(descend(known.value(), path, count, where), known.sensitive());
      }
    }
    throw new Stop(
        path.text(),
        Reason.UNKNOWN_REFERENCE,
        "${" + path.text() + "}: this node received no value of that name",
        where);
  }

  private static JsonNode descend(JsonNode start, Lineage path, int from, Pointer where)
      throws Stop {
    JsonNode value = start;
    for (int i = from; i < path.segments().size(); i++) {
      Segment segment = path.segments().get(i);
      JsonNode next = segment.in(value);
      if (next == null) {
        throw new Stop(
            path.text(),
            Reason.NO_SUCH_FIELD,
            "${" + path.text() + "}: " + path.prefix(i) + " " + lacks(value, segment),
            where);
      }
      value = next;
    }
    return value;
  }

  private static String lacks(JsonNode value, Segment segment) {
    if (segment instanceof Index(int position)) {
      return value.isArray()
          ? "has " + value.size() + " elements, so no [" + position + "]"
          : "is " + kind(value) + ", not a list";
    }
    return value.isObject()
        ? "has no field " + segment.text()
        : "is " + kind(value) + " and has no field " + segment.text();
  }

  private static String kind(JsonNode value) {
    return switch (value.getNodeType()) {
      case OBJECT -> "an object";
      case ARRAY -> "a list";
      case STRING -> "a string";
      case NUMBER -> "a number";
      case BOOLEAN -> "a boolean";
      case NULL, MISSING -> "null";
      case BINARY, POJO -> "not JSON";
    };
  }

  private static String asText(JsonNode value, Piece piece, Pointer where) throws Stop {
    String reference =
        switch (piece) {
          case Piece.Text text -> "";
          case Piece.Variable variable -> variable.name();
          case Piece.Path path -> path.path().text();
          case Piece.Malformed bad -> bad.source();
        };
    if (value.isTextual()) {
      return value.textValue();
    }
    if (value.isBoolean()) {
      return value.booleanValue() ? "true" : "false";
    }
    if (value.isNumber() && Double.isFinite(floatOrZero(value))) {
      BigDecimal number = value.decimalValue().stripTrailingZeros();
      if (Math.abs((long) number.scale()) + number.precision() > MOST_DIGITS) {
        throw new Stop(
            reference,
            Reason.NOT_TEXT,
            "${" + reference + "} is a number of more than " + MOST_DIGITS + " digits",
            where);
      }
      return number.toPlainString();
    }
    throw new Stop(
        reference,
        Reason.NOT_TEXT,
        "${" + reference + "} is " + kind(value) + " and cannot be part of a longer string",
        where);
  }

  private static double floatOrZero(JsonNode number) {
    return number.isFloatingPointNumber() && !number.isBigDecimal() ? number.doubleValue() : 0;
  }

  private JsonNode expression(JsonNode node, Pointer where) throws Stop {
    Optional<String> problem = Expression.problem(node);
    if (problem.isPresent()) {
      String source = node.path(Expression.SOURCE).asText();
      throw new Stop(source, Reason.MALFORMED, problem.get(), where);
    }
    Expression expression = Expression.read(node);
    Map<Lineage, Entry> refs = new LinkedHashMap<>();
    boolean sensitive = false;
    for (Lineage ref : expression.refs()) {
      Entry entry = output(ref, where);
      sensitive |= entry.sensitive();
      refs.put(ref, entry);
    }
    return switch (expressions.evaluate(expression, refs)) {
      case Expressions.Value(JsonNode value, boolean marked) -> {
        seal(sensitive || marked, where);
        yield value.deepCopy();
      }
      case Expressions.Failed(String reason) ->
          throw new Stop(expression.source(), Reason.EXPRESSION_FAILED, reason, where);
    };
  }
}
