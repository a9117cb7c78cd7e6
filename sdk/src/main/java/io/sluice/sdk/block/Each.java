package io.sluice.sdk.block;

import io.sluice.sdk.expression.Expression;
import io.sluice.sdk.value.AnyValue;
import io.sluice.sdk.value.Kind;
import io.sluice.sdk.value.NumberValue;
import io.sluice.sdk.value.TextValue;
import io.sluice.sdk.value.Value;

/** The instance that a block with {@code forEach} or {@code count} is at. */
public final class Each {
  private Each() {}

  public static TextValue key() {
    return Kind.TEXT.at(Expression.reference("each.key"));
  }

  public static AnyValue value() {
    return value(Kind.ANY);
  }

  public static <V extends Value> V value(Kind<V> kind) {
    return kind.at(Expression.reference("each.value"));
  }

  /** The number of the instance of a block with {@code count}. */
  public static NumberValue index() {
    return Kind.NUMBER.at(Expression.reference("count.index"));
  }
}
