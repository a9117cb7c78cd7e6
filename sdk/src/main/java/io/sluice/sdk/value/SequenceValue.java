package io.sluice.sdk.value;

import io.sluice.model.Lineage.Segment;
import io.sluice.sdk.expression.Binding;
import io.sluice.sdk.expression.Expression;
import io.sluice.sdk.expression.Expression.Step;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A list or a set: what can be gone through. */
public abstract sealed class SequenceValue<E extends Value> extends Value
    permits ListValue, SetValue {
  private final Kind<E> kind;

  /** Shared by all views; null where only the planner knows what is in it. */
  private final @Nullable List<Part<E>> items;

  SequenceValue(Kind<E> kind, @Nullable List<Part<E>> items, @Nullable Expression origin) {
    super(origin);
    this.kind = kind;
    this.items = items;
  }

  /** What its elements are. */
  public final Kind<E> kind() {
    return kind;
  }

  final @Nullable List<Part<E>> items() {
    return items;
  }

  final void append(E element) {
    if (items == null) {
      throw new IllegalStateException(this + " is not written here, so nothing can be added to it");
    }
    items.add(Part.of(element));
  }

  /** Whether nothing was put into it; what only the planner knows is not empty. */
  public final boolean isEmpty() {
    return items != null && items.isEmpty();
  }

  @Override
  final Expression contents() {
    if (items == null) {
      return expressionOfOrigin();
    }
    return new Expression.Sequence(items.stream().map(Part::expression).toList());
  }

  private Expression expressionOfOrigin() {
    Expression from = origin();
    if (from == null) {
      throw new IllegalStateException("a sequence has neither an origin nor contents");
    }
    return from;
  }

  /** The same part of each element, {@code subnets[*].id}: {@code subnets.all(Subnet::id)}. */
  public final <R extends Value> ListValue<R> all(Function<E, R> part) {
    R probe = part.apply(kind.at(new Expression.EachElement()));
    return ListValue.at(
        new Expression.Splat(expression(), steps(probe.expression())), Kind.like(probe));
  }

  private static List<Segment> steps(Expression expression) {
    Deque<Segment> steps = new ArrayDeque<>();
    Expression at = expression;
    while (at instanceof Step(Expression source, Segment segment)) {
      steps.addFirst(segment);
      at = source;
    }
    if (!(at instanceof Expression.EachElement)) {
      throw new IllegalArgumentException(
          "a splat takes a part of each element; use mapped(...) for what is computed of it");
    }
    return List.copyOf(steps);
  }

  /** {@code [for item in this : …]} */
  public final <R extends Value> ListValue<R> mapped(Function<E, R> body) {
    Binding item = new Binding("item");
    R result = body.apply(element(item));
    return ListValue.at(loop(item, null, result, null), Kind.like(result));
  }

  /** {@code [for item in this : … if condition]} */
  public final <R extends Value> ListValue<R> mapped(
      Function<E, R> body, Function<E, BoolValue> condition) {
    Binding item = new Binding("item");
    R result = body.apply(element(item));
    return ListValue.at(
        loop(item, null, result, condition.apply(element(item)).expression()), Kind.like(result));
  }

  /** {@code {for item in this : key => value}} */
  public final <R extends Value> MapValue<R> keyed(
      Function<E, TextValue> key, Function<E, R> value) {
    Binding item = new Binding("item");
    R result = value.apply(element(item));
    Expression newKey = key.apply(element(item)).expression();
    return MapValue.at(loop(item, newKey, result, null), Kind.like(result));
  }

  private E element(Binding item) {
    return kind.at(new Expression.Bound(item));
  }

  private Expression.Loop loop(
      Binding item, @Nullable Expression newKey, Value body, @Nullable Expression condition) {
    return new Expression.Loop(
        null, item, expression(), newKey, body.expression(), false, condition);
  }

  static <E extends Value> List<Part<E>> parts(List<E> elements) {
    List<Part<E>> parts = new ArrayList<>(elements.size());
    elements.forEach(element -> parts.add(Part.of(element)));
    return parts;
  }

  /** What was put into it, each as a part of it. */
  final List<E> known() {
    List<Part<E>> there = items;
    if (there == null) {
      return List.of();
    }
    return IntStream.range(0, there.size()).mapToObj(i -> there.get(i).value()).toList();
  }
}
