package io.sluice.sdk.value;

import io.sluice.sdk.expression.Expression;
import org.jspecify.annotations.Nullable;

/** A value whose type only the planner knows: an output of a module, the result of a function. */
public final class AnyValue extends ScalarValue {
  AnyValue(Expression contents, @Nullable Expression origin) {
    super(contents, origin);
  }

  @Override
  AnyValue traced(Expression from) {
    return new AnyValue(contents(), from);
  }

  @Override
  AnyValue elsewhere(Expression from) {
    return new AnyValue(from, from);
  }

  /** An attribute of an object. */
  public AnyValue member(String name) {
    return Kind.ANY.at(expression().member(name));
  }

  /** An element of a list. */
  public AnyValue get(int index) {
    return Kind.ANY.at(expression().index(index));
  }

  /** An element of a map. */
  public AnyValue get(String key) {
    return Kind.ANY.at(expression().key(key));
  }

  /** An element whose index or key is a value itself. */
  public AnyValue get(ScalarValue key) {
    return Kind.ANY.at(new Expression.Element(expression(), key.expression()));
  }

  public <E extends Value> ListValue<E> asListOf(Kind<E> kind) {
    return ListValue.at(expression(), kind);
  }

  public <E extends Value> SetValue<E> asSetOf(Kind<E> kind) {
    return SetValue.at(expression(), kind);
  }

  public <E extends Value> MapValue<E> asMapOf(Kind<E> kind) {
    return MapValue.at(expression(), kind);
  }

  /** The same, where it is of a type that was generated. */
  public <V extends Value> V as(Kind<V> kind) {
    return kind.at(expression());
  }
}
