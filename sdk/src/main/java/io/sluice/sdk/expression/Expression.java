package io.sluice.sdk.expression;

import io.sluice.model.Lineage;
import io.sluice.model.Lineage.Segment;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What may stand to the right of an equals sign. Immutable: a step further is another one. */
public sealed interface Expression {
  /** {@code null} */
  record Nothing() implements Expression {}

  record Text(String value) implements Expression {}

  record Numeric(BigDecimal value) implements Expression {}

  record Bool(boolean value) implements Expression {}

  /**
   * What is read without being evaluated: the name of a resource in {@code depends_on}, a type. In
   * JSON it is a string as it is.
   */
  record Word(String text) implements Expression {}

  /** Something with a name: the value that a lineage leads to. */
  record Reference(Lineage lineage) implements Expression {}

  /** What a loop is at. */
  record Bound(Binding binding) implements Expression {}

  /** Any element of what a splat goes over; nothing outside of a splat. */
  record EachElement() implements Expression {}

  /** A step from what has no name of its own: {@code merge(a, b).x}. */
  record Step(Expression source, Segment segment) implements Expression {}

  /** An element whose index or key is itself computed. */
  record Element(Expression source, Expression key) implements Expression {}

  /** A step from each element: {@code source[*].id}. */
  record Splat(Expression source, List<Segment> each) implements Expression {
    public Splat {
      each = List.copyOf(each);
    }
  }

  /** Text with values in it. */
  record Template(List<Expression> parts) implements Expression {
    public Template {
      parts = TemplateParts.joined(parts);
    }
  }

  record Sequence(List<Expression> elements) implements Expression {
    public Sequence {
      elements = List.copyOf(elements);
    }
  }

  record Mapping(List<Entry> entries) implements Expression {
    public Mapping {
      entries = List.copyOf(entries);
    }
  }

  /** One entry of a mapping. */
  record Entry(Expression key, Expression value) {}

  /**
   * A call of a function.
   *
   * @param spreadsLast whether the last argument is a list of the remaining arguments
   */
  record Call(String function, List<Expression> arguments, boolean spreadsLast)
      implements Expression {
    public Call {
      arguments = List.copyOf(arguments);
    }
  }

  record Choice(Expression condition, Expression whenTrue, Expression whenFalse)
      implements Expression {}

  record Binary(Operator operator, Expression left, Expression right) implements Expression {}

  record Not(Expression operand) implements Expression {}

  record Negative(Expression operand) implements Expression {}

  /**
   * A loop over a collection.
   *
   * @param key what it calls the index or key; null if it needs none
   * @param newKey what keys the result, which is a list without it
   * @param grouped whether values of the same new key are gathered in lists
   */
  record Loop(
      @Nullable Binding key,
      Binding item,
      Expression source,
      @Nullable Expression newKey,
      Expression body,
      boolean grouped,
      @Nullable Expression condition)
      implements Expression {}

  /** HCL as somebody wrote it. */
  record Written(String hcl) implements Expression {}

  static Expression number(long value) {
    return new Numeric(BigDecimal.valueOf(value));
  }

  static Expression reference(String text) {
    return new Reference(Lineage.parse(text));
  }

  /** The lineage of what has a name. */
  default Optional<Lineage> named() {
    return this instanceof Reference(Lineage lineage) ? Optional.of(lineage) : Optional.empty();
  }

  default Expression member(String name) {
    return extended(new Lineage.Member(name));
  }

  default Expression index(int position) {
    return extended(new Lineage.Index(position));
  }

  default Expression key(String key) {
    return extended(new Lineage.Key(key));
  }

  /** One step further: a reference stays one, and a splat takes the step in each element. */
  default Expression extended(Segment segment) {
    return switch (this) {
      case Reference(Lineage lineage) -> new Reference(lineage.extended(segment));
      case Splat(Expression source, List<Segment> each) -> {
        List<Segment> more = new ArrayList<>(each);
        more.add(segment);
        yield new Splat(source, more);
      }
      default -> new Step(this, segment);
    };
  }

  /** Its HCL, in one line. */
  default String text() {
    return new ExpressionText(false).of(this);
  }
}
