package io.sluice.sdk.value;

import io.sluice.sdk.expression.Binding;
import io.sluice.sdk.expression.Expression;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** A list, also of nested blocks. What is added to it later is in it wherever it was assigned. */
public final class ListValue<E extends Value> extends SequenceValue<E> {
  private ListValue(Kind<E> kind, @Nullable List<Part<E>> items, @Nullable Expression origin) {
    super(kind, items, origin);
  }

  static <E extends Value> ListValue<E> at(Expression from, Kind<E> kind) {
    return new ListValue<>(kind, null, from);
  }

  static <E extends Value> ListValue<E> of(Kind<E> kind, List<E> elements) {
    return new ListValue<>(kind, parts(elements), null);
  }

  @Override
  ListValue<E> traced(Expression from) {
    if (mayOriginate(from)) {
      originate(from);
      return this;
    }
    return new ListValue<>(kind(), items(), from);
  }

  @Override
  ListValue<E> elsewhere(Expression from) {
    return at(from, kind());
  }

  public ListValue<E> add(E element) {
    append(element);
    return this;
  }

  /**
   * The element at an index: as it was put there, or, where the list belongs to something, that
   * thing's.
   */
  public E get(int index) {
    Expression from = origin() == null ? null : origin().index(index);
    List<Part<E>> there = items();
    if (there != null && index < there.size()) {
      return there.get(index).traced(from);
    }
    if (from == null) {
      throw new IndexOutOfBoundsException(
          "there is no element " + index + " in a list of " + known().size());
    }
    return kind().at(from);
  }

  /** The element whose index is itself a value. */
  public E get(NumberValue index) {
    return kind().at(new Expression.Element(expression(), index.expression()));
  }

  /** {@code {for index, item in this : key => value}} */
  public <R extends Value> MapValue<R> keyed(
      BiFunction<NumberValue, E, TextValue> key, BiFunction<NumberValue, E, R> value) {
    Binding index = new Binding("index");
    Binding item = new Binding("item");
    NumberValue position = Kind.NUMBER.at(new Expression.Bound(index));
    E element = kind().at(new Expression.Bound(item));
    R result = value.apply(position, element);
    Expression newKey = key.apply(position, element).expression();
    return MapValue.at(
        new Expression.Loop(index, item, expression(), newKey, result.expression(), false, null),
        Kind.like(result));
  }

  /** The elements that were put into it. */
  public List<E> elements() {
    return new ArrayList<>(known());
  }
}
