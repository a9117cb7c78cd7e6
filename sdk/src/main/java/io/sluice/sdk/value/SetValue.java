package io.sluice.sdk.value;

import io.sluice.sdk.expression.Expression;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A set, also of nested blocks. Its elements have no order, so none can be asked for by index. */
public final class SetValue<E extends Value> extends SequenceValue<E> {
  private SetValue(Kind<E> kind, @Nullable List<Part<E>> items, @Nullable Expression origin) {
    super(kind, items, origin);
  }

  static <E extends Value> SetValue<E> at(Expression from, Kind<E> kind) {
    return new SetValue<>(kind, null, from);
  }

  static <E extends Value> SetValue<E> of(Kind<E> kind, List<E> elements) {
    return new SetValue<>(kind, parts(elements), null);
  }

  /** The same elements; a list that belongs to something is converted where it is assigned. */
  static <E extends Value> SetValue<E> of(ListValue<E> list) {
    return new SetValue<>(list.kind(), list.items(), list.origin());
  }

  @Override
  SetValue<E> traced(Expression from) {
    if (mayOriginate(from)) {
      originate(from);
      return this;
    }
    return new SetValue<>(kind(), items(), from);
  }

  @Override
  SetValue<E> elsewhere(Expression from) {
    return at(from, kind());
  }

  public SetValue<E> add(E element) {
    append(element);
    return this;
  }

  /** The only element, {@code one(…)}. */
  public E only() {
    return kind().at(new Expression.Call("one", List.of(expression()), false));
  }
}
