package io.sluice.language.expression.type;

import io.sluice.language.expression.Evaluator;
import io.sluice.language.expression.FileTemplates;
import io.sluice.language.expression.NamedValues;
import io.sluice.language.function.FileAccess;
import io.sluice.language.function.Moment;
import io.sluice.language.function.library.Functions;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.syntax.Expression;
import io.sluice.language.value.CodePoints;
import io.sluice.language.value.GoQuote;
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.language.value.convert.ConversionException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Type expressions: keywords and constructors that look like calls. */
final class TypeReader {
  private static final String INVALID = "Invalid type specification";
  private static final String ATTRIBUTES =
      "Object type constructor requires a map whose keys are attribute names and whose values are"
          + " the corresponding attribute types.";

  private final Diagnostics diagnostics;

  TypeReader(Diagnostics diagnostics) {
    this.diagnostics = diagnostics;
  }

  /** A whole constraint: alone, {@code list} and {@code map} have elements of any type. */
  Optional<TypeConstraint> whole(Expression expression) {
    if (expression instanceof Expression.ScopeTraversal(var traversal)
        && traversal.steps().isEmpty()) {
      switch (traversal.root()) {
        case "list" -> {
          return plain(Type.list(Types.ANY));
        }
        case "map" -> {
          return plain(Type.map(Types.ANY));
        }
        default -> {}
      }
    }
    return read(expression);
  }

  private Optional<TypeConstraint> read(Expression expression) {
    return switch (expression) {
      case Expression.ScopeTraversal(var traversal) when traversal.steps().isEmpty() ->
          keyword(traversal.root(), expression);
      case Expression.FunctionCall call -> constructor(call);
      case Expression.Parenthesised inner -> read(inner.inner());
      default ->
          invalid(
              "A type specification is either a primitive type keyword (bool, number, string) or a"
                  + " complex type constructor call, like list(string).",
              expression);
    };
  }

  private Optional<TypeConstraint> invalid(String detail, Expression at) {
    diagnostics.error(INVALID, detail, at.range());
    return Optional.empty();
  }

  private Optional<TypeConstraint> keyword(String name, Expression at) {
    return switch (name) {
      case "string" -> plain(Types.STRING);
      case "number" -> plain(Types.NUMBER);
      case "bool" -> plain(Types.BOOL);
      case "any" -> Optional.of(TypeConstraint.ANY);
      case "list", "set", "map", "object", "tuple" -> invalid(arity(name), at);
      case "optional" -> invalid(misplacedOptional(), at);
      default ->
          invalid("The keyword " + GoQuote.quote(name) + " is not a valid type specification.", at);
    };
  }

  private static Optional<TypeConstraint> plain(Type type) {
    return Optional.of(new TypeConstraint(type, Defaults.NONE));
  }

  private static String arity(String name) {
    return switch (name) {
      case "object" ->
          "The object type constructor requires one argument specifying the attribute types and"
              + " values as a map.";
      case "tuple" ->
          "The tuple type constructor requires one argument specifying the element types as a"
              + " list.";
      default ->
          "The " + name + " type constructor requires one argument specifying the element type.";
    };
  }

  private static String misplacedOptional() {
    return "Keyword \"optional\" is valid only as a modifier for object type attributes.";
  }

  private Optional<TypeConstraint> constructor(Expression.FunctionCall call) {
    return switch (call.name()) {
      case "string", "number", "bool", "any" ->
          invalid(
              "Primitive type keyword "
                  + GoQuote.quote(call.name())
                  + " does not expect arguments.",
              call);
      case "optional" -> invalid(misplacedOptional(), call);
      case "list", "set", "map", "object", "tuple" -> {
        if (call.arguments().size() != 1) {
          yield invalid(arity(call.name()), call);
        }
        Expression argument = call.arguments().getFirst();
        yield switch (call.name()) {
          case "object" -> object(argument);
          case "tuple" -> tuple(argument);
          default -> collection(call.name(), argument);
        };
      }
      default ->
          invalid(
              "Keyword " + GoQuote.quote(call.name()) + " is not a valid type constructor.", call);
    };
  }

  private Optional<TypeConstraint> collection(String kind, Expression argument) {
    return read(argument)
        .map(
            element -> {
              Type type =
                  switch (kind) {
                    case "list" -> Type.list(element.type());
                    case "set" -> Type.set(element.type());
                    default -> Type.map(element.type());
                  };
              Defaults inner = element.defaults();
              return new TypeConstraint(
                  type,
                  inner.isEmpty()
                      ? Defaults.NONE
                      : new Defaults(Map.of(), Map.of(Defaults.EACH, inner)));
            });
  }

  private Optional<TypeConstraint> tuple(Expression argument) {
    if (!(argument instanceof Expression.TupleConstructor elements)) {
      return invalid("Tuple type constructor requires a list of element types.", argument);
    }
    List<Type> types = new ArrayList<>();
    SortedMap<String, Defaults> children = new TreeMap<>();
    boolean sound = true;
    for (Expression each : elements.elements()) {
      Optional<TypeConstraint> element = read(each);
      sound &= element.isPresent();
      TypeConstraint constraint = element.orElse(TypeConstraint.ANY);
      if (!constraint.defaults().isEmpty()) {
        children.put(Integer.toString(types.size()), constraint.defaults());
      }
      types.add(constraint.type());
    }
    return sound
        ? Optional.of(new TypeConstraint(Type.tuple(types), new Defaults(Map.of(), children)))
        : Optional.empty();
  }

  private Optional<TypeConstraint> object(Expression argument) {
    if (!(argument instanceof Expression.ObjectConstructor object)) {
      return invalid(ATTRIBUTES, argument);
    }
    SortedMap<String, Type> attributes = new TreeMap<>(CodePoints.ORDER);
    Set<String> optional = new LinkedHashSet<>();
    SortedMap<String, Value> values = new TreeMap<>();
    SortedMap<String, Defaults> children = new TreeMap<>();
    boolean sound = true;
    for (Expression.ObjectConstructor.Item item : object.items()) {
      if (!(item.key() instanceof Expression.StringLiteral(String name, var range))) {
        diagnostics.error(
            INVALID, "Object constructor map keys must be attribute names.", item.key().range());
        sound = false;
        continue;
      }
      Optional<TypeConstraint> attribute;
      if (item.value() instanceof Expression.FunctionCall call && call.name().equals("optional")) {
        optional.add(name);
        attribute = optional(call);
        attribute
            .flatMap(type -> otherwise(call, type))
            .ifPresent(value -> values.put(name, value));
      } else {
        attribute = read(item.value());
      }
      sound &= attribute.isPresent();
      attribute.ifPresent(
          type -> {
            attributes.put(name, type.type());
            if (!type.defaults().isEmpty()) {
              children.put(name, type.defaults());
            }
          });
    }
    return sound
        ? Optional.of(
            new TypeConstraint(
                new Type.ObjectType(attributes, optional), new Defaults(values, children)))
        : Optional.empty();
  }

  private Optional<TypeConstraint> optional(Expression.FunctionCall call) {
    return switch (call.arguments().size()) {
      case 0 ->
          invalid("Optional attribute modifier requires the attribute type as its argument.", call);
      case 1, 2 -> read(call.arguments().getFirst());
      default ->
          invalid(
              "Optional attribute modifier expects only one additional argument, the default"
                  + " value.",
              call);
    };
  }

  private Optional<Value> otherwise(Expression.FunctionCall call, TypeConstraint type) {
    if (call.arguments().size() != 2) {
      return Optional.empty();
    }
    Expression expression = call.arguments().getLast();
    if (!expression.variables().isEmpty()) {
      diagnostics.error(
          "Variables not allowed", "Variables may not be used here.", expression.range());
      return Optional.empty();
    }
    Functions none = Functions.all().only();
    Evaluator evaluator =
        new Evaluator(
            new NamedValues(Map.of()),
            none,
            FileTemplates.context(none, FileAccess.NONE, Moment.UNKNOWN));
    Diagnostics found = new Diagnostics();
    Value value = evaluator.evaluate(expression, found);
    diagnostics.addAll(found);
    if (found.hasErrors()) {
      return Optional.empty();
    }
    try {
      return Optional.of(type.convert(value));
    } catch (ConversionException e) {
      diagnostics.error(
          "Invalid default value for optional attribute",
          "This default value is not compatible with the attribute's type constraint: "
              + e.reason()
              + ".",
          expression.range());
      return Optional.empty();
    }
  }
}
