package io.sluice.language.syntax;

import io.sluice.language.source.SourceRange;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An expression as written. JSON and YAML give the same nodes, so an evaluation never asks where a
 * tree came from.
 *
 * <p>Parts that the text lacks after a syntax error are {@link Missing}: the tree is whole, and its
 * evaluation gives an unknown value instead of a second diagnostic.
 */
public sealed interface Expression {
  /** All of the text of the expression. */
  SourceRange range();

  /** The references to what is outside of the expression, in the order of the text. */
  default List<Traversal> variables() {
    return FreeVariables.of(this);
  }

  /**
   * A number; {@code value} is exactly what is written. The evaluator rounds it to the precision
   * that numbers have.
   */
  record NumberLiteral(BigDecimal value, SourceRange range) implements Expression {}

  record BoolLiteral(boolean value, SourceRange range) implements Expression {}

  record NullLiteral(SourceRange range) implements Expression {}

  /**
   * A string that is no template: an object key written as a bare identifier, or a string of JSON
   * where no template is allowed. A quoted string of native syntax is always a {@link Template}.
   */
  record StringLiteral(String value, SourceRange range) implements Expression {}

  /**
   * A quoted template, a heredoc, or a string of JSON or YAML. Escapes, trimming ({@code ~}) and
   * the indentation of {@code <<-} are resolved: the parts are what is to be joined.
   */
  record Template(List<TemplatePart> parts, TemplateKind kind, SourceRange range)
      implements Expression {
    public Template {
      parts = List.copyOf(parts);
    }

    /** The template is one interpolation alone and so has the value of it, of any type. */
    public boolean isWrap() {
      return parts.size() == 1 && parts.getFirst() instanceof TemplatePart.Interpolation;
    }

    /** The text of a template without interpolations and directives, or null. */
    public @Nullable String literalText() {
      if (parts.isEmpty()) {
        return "";
      }
      return parts.size() == 1 && parts.getFirst() instanceof TemplatePart.Text text
          ? text.value()
          : null;
    }
  }

  record TupleConstructor(List<Expression> elements, SourceRange range) implements Expression {
    public TupleConstructor {
      elements = List.copyOf(elements);
    }
  }

  /**
   * {@code { key = value }}. A key written as a bare identifier is a {@link StringLiteral}; a key
   * in parentheses is {@link Parenthesised}; a key that is a traversal of several steps is an error
   * of evaluation ("Ambiguous attribute key"), so it is kept as the {@link ScopeTraversal} it is.
   */
  record ObjectConstructor(List<Item> items, SourceRange openBrace, SourceRange range)
      implements Expression {
    public ObjectConstructor {
      items = List.copyOf(items);
    }

    public record Item(Expression key, Expression value) {
      public SourceRange range() {
        return key.range().to(value.range());
      }
    }
  }

  /** {@code name(a, b...)}; the name may have a namespace ({@code core::upper}). */
  record FunctionCall(
      String name,
      List<Expression> arguments,
      boolean expandFinal,
      SourceRange nameRange,
      SourceRange closeParenthesis,
      SourceRange range)
      implements Expression {
    public FunctionCall {
      arguments = List.copyOf(arguments);
    }
  }

  record Conditional(
      Expression condition, Expression whenTrue, Expression whenFalse, SourceRange range)
      implements Expression {}

  record Binary(BinaryOperator operator, Expression left, Expression right, SourceRange range)
      implements Expression {}

  record Unary(UnaryOperator operator, Expression operand, SourceRange range)
      implements Expression {}

  record Parenthesised(Expression inner, SourceRange range) implements Expression {}

  /** {@code [for k, v in c : value if condition]}; {@code keyName} is null when only v is named. */
  record ForTuple(
      @Nullable String keyName,
      String valueName,
      Expression collection,
      Expression value,
      @Nullable Expression condition,
      SourceRange openRange,
      SourceRange range)
      implements Expression {}

  /** {@code {for k, v in c : key => value... if condition}}; {@code grouping} is the "...". */
  record ForObject(
      @Nullable String keyName,
      String valueName,
      Expression collection,
      Expression key,
      Expression value,
      @Nullable Expression condition,
      boolean grouping,
      SourceRange openRange,
      SourceRange range)
      implements Expression {}

  /** A name of the scope and fixed steps from it: {@code var.a["k"][0].b}, {@code x.0}. */
  record ScopeTraversal(Traversal traversal) implements Expression {
    @Override
    public SourceRange range() {
      return traversal.range();
    }
  }

  /** Fixed steps from the value of any other expression: {@code f(x).a[0]}. */
  record RelativeTraversal(Expression source, List<TraversalStep> steps, SourceRange range)
      implements Expression {
    public RelativeTraversal {
      steps = List.copyOf(steps);
    }
  }

  /** {@code collection[key]} with a key that has to be evaluated. */
  record Index(
      Expression collection,
      Expression key,
      SourceRange openBracket,
      SourceRange brackets,
      SourceRange range)
      implements Expression {}

  /**
   * {@code source.*.a} or {@code source[*].a[i]}. {@code each} is evaluated for each element, which
   * is what a {@link SplatItem} in it stands for. {@code .*} takes attributes (and legacy indexes)
   * after it into {@code each}, {@code [*]} takes everything, further splats too.
   */
  record Splat(
      Expression source, SplatKind kind, Expression each, SourceRange marker, SourceRange range)
      implements Expression {}

  /** The element of the innermost {@link Splat} in whose {@code each} this stands. */
  record SplatItem(SourceRange range) implements Expression {}

  /** What a syntax error left out; the error is reported already. Evaluates to unknown. */
  record Missing(SourceRange range) implements Expression {}
}
