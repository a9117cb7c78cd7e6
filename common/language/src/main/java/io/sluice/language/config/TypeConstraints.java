package io.sluice.language.config;

import io.sluice.language.config.TypeConstraint.Defaults;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.Expression.FunctionCall;
import io.sluice.language.syntax.Expression.ObjectConstructor;
import io.sluice.language.syntax.Expression.ScopeTraversal;
import io.sluice.language.syntax.Expression.StringLiteral;
import io.sluice.language.syntax.Expression.Template;
import io.sluice.language.syntax.Expression.TupleConstructor;
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads the {@code type} of a variable, which looks like an expression and is none. */
final class TypeConstraints {
  private static final String SUMMARY = "Invalid type specification";
  private final Diagnostics diagnostics;

  TypeConstraints(Diagnostics diagnostics) {
    this.diagnostics = diagnostics;
  }

  TypeConstraint read(Expression expression) {
    return switch (expression) {
      case ScopeTraversal scope when scope.traversal().steps().isEmpty() ->
          keyword(scope.traversal().root(), scope.range());
      case Template template when template.literalText() != null -> quoted(template);
      case FunctionCall call -> constructor(call);
      case Expression.Missing missing -> TypeConstraint.ANY;
      default ->
          fault(
              "A type specification is either a primitive type keyword (bool, number, string) or a"
                  + " complex type constructor call, like list(string).",
              expression.range());
    };
  }

  private TypeConstraint fault(String detail, SourceRange range) {
    diagnostics.error(SUMMARY, detail, range);
    return TypeConstraint.ANY;
  }

  private static TypeConstraint plain(Type type) {
    return new TypeConstraint(type, null);
  }

  private TypeConstraint keyword(String word, SourceRange range) {
    return switch (word) {
      case "string" -> plain(Type.Primitive.STRING);
      case "number" -> plain(Type.Primitive.NUMBER);
      case "bool" -> plain(Type.Primitive.BOOL);
      case "any" -> plain(Types.ANY);
      case "list", "set", "map" -> plain(collection(word, Types.ANY));
      case "object" ->
          fault(
              "The object type constructor requires one argument specifying the attribute types and"
                  + " values as a map.",
              range);
      case "tuple" ->
          fault(
              "The tuple type constructor requires one argument specifying the element types as a"
                  + " list.",
              range);
      default ->
          fault("The keyword \"%s\" is not a valid type specification.".formatted(word), range);
    };
  }

  /** How types were written long ago; still read, with the meaning that they had. */
  private TypeConstraint quoted(Template template) {
    String word = template.literalText();
    return switch (word == null ? "" : word) {
      case "string" -> plain(Type.Primitive.STRING);
      case "list" -> plain(Type.list(Types.ANY));
      case "map" -> plain(Type.map(Types.ANY));
      default -> {
        diagnostics.error(
            "Invalid quoted type constraints",
            "Terraform 0.11 and earlier required type constraints to be given in quotes, but that"
                + " form is now deprecated. Remove the quotes around \"%s\".".formatted(word),
            template.range());
        yield TypeConstraint.ANY;
      }
    };
  }

  private static Type collection(String kind, Type element) {
    return switch (kind) {
      case "list" -> Type.list(element);
      case "set" -> Type.set(element);
      default -> Type.map(element);
    };
  }

  private TypeConstraint constructor(FunctionCall call) {
    if (call.arguments().size() != 1 && !call.name().equals("optional")) {
      return fault(
          "The %s type constructor requires one argument specifying the element type."
              .formatted(call.name()),
          call.arguments().isEmpty() ? call.range() : call.arguments().getLast().range());
    }
    return switch (call.name()) {
      case "list", "set", "map" -> {
        TypeConstraint element = read(call.arguments().getFirst());
        yield new TypeConstraint(
            collection(call.name(), element.type()), child("", element.defaults()));
      }
      case "object" -> object(call.arguments().getFirst());
      case "tuple" -> tuple(call.arguments().getFirst());
      case "optional" ->
          fault(
              "Keyword \"optional\" is valid only as a modifier for object type attributes.",
              call.range());
      case "bool", "number", "string", "any" ->
          fault(
              "Primitive type keyword \"%s\" does not expect arguments.".formatted(call.name()),
              call.range());
      default ->
          fault(
              "Keyword \"%s\" is not a valid type constructor.".formatted(call.name()),
              call.nameRange());
    };
  }

  private static @Nullable Defaults child(String name, @Nullable Defaults defaults) {
    return defaults == null ? null : Defaults.of(Map.of(), Map.of(name, defaults));
  }

  private TypeConstraint tuple(Expression argument) {
    if (!(argument instanceof TupleConstructor elements)) {
      return fault("Tuple type constructor requires a list of element types.", argument.range());
    }
    List<Type> types = new ArrayList<>();
    Map<String, Defaults> children = new TreeMap<>();
    for (Expression element : elements.elements()) {
      TypeConstraint constraint = read(element);
      if (constraint.defaults() != null) {
        children.put(Integer.toString(types.size()), constraint.defaults());
      }
      types.add(constraint.type());
    }
    return new TypeConstraint(Type.tuple(types), Defaults.of(Map.of(), children));
  }

  private TypeConstraint object(Expression argument) {
    if (!(argument instanceof ObjectConstructor object)) {
      return fault(
          "Object type constructor requires a map whose keys are attribute names and whose values"
              + " are the corresponding attribute types.",
          argument.range());
    }
    Map<String, Type> attributes = new TreeMap<>();
    Set<String> optional = new HashSet<>();
    Map<String, Expression> values = new TreeMap<>();
    Map<String, Defaults> children = new TreeMap<>();
    for (ObjectConstructor.Item item : object.items()) {
      String name = name(item.key());
      if (name == null) {
        fault("Object constructor map keys must be attribute names.", item.key().range());
        continue;
      }
      Expression type = item.value();
      if (type instanceof FunctionCall call && call.name().equals("optional")) {
        optional.add(name);
        type = optional(name, call, values);
      }
      TypeConstraint constraint = type == null ? TypeConstraint.ANY : read(type);
      attributes.put(name, constraint.type());
      if (constraint.defaults() != null) {
        children.put(name, constraint.defaults());
      }
    }
    Type type = new Type.ObjectType(new TreeMap<>(attributes), optional);
    return new TypeConstraint(type, Defaults.of(values, children));
  }

  private static @Nullable String name(Expression key) {
    return switch (key) {
      case StringLiteral literal -> literal.value();
      case Template template -> template.literalText();
      default -> null;
    };
  }

  private @Nullable Expression optional(
      String name, FunctionCall call, Map<String, Expression> values) {
    int count = call.arguments().size();
    if (count == 0) {
      fault(
          "Optional attribute modifier requires the attribute type as its argument.", call.range());
      return null;
    }
    if (count > 2) {
      fault(
          "Optional attribute modifier expects at most two arguments: the attribute type, and a"
              + " default value.",
          call.arguments().get(2).range());
    }
    if (count >= 2) {
      values.put(name, call.arguments().get(1));
    }
    return call.arguments().getFirst();
  }
}
