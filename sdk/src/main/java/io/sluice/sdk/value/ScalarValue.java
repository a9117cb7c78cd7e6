package io.sluice.sdk.value;

import io.sluice.sdk.expression.Expression;
import io.sluice.sdk.expression.Operator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A value without parts that are known here. Immutable. */
public abstract sealed class ScalarValue extends Value
    permits TextValue, NumberValue, BoolValue, AnyValue {
  private final Expression contents;

  ScalarValue(Expression contents, @Nullable Expression origin) {
    super(origin);
    this.contents = contents;
  }

  @Override
  final Expression contents() {
    return contents;
  }

  /** The same, for places that want text. */
  public final TextValue asText() {
    return new TextValue(contents, origin());
  }

  /** The same, for places that want a number. */
  public final NumberValue asNumber() {
    return new NumberValue(contents, origin());
  }

  public final BoolValue asBool() {
    return new BoolValue(contents, origin());
  }

  public final BoolValue isEqualTo(Value other) {
    return compared(Operator.EQUAL, other);
  }

  public final BoolValue isNotEqualTo(Value other) {
    return compared(Operator.NOT_EQUAL, other);
  }

  public final BoolValue isNull() {
    return isNull(Operator.EQUAL);
  }

  private BoolValue isNull(Operator operator) {
    return compared(operator, new AnyValue(new Expression.Nothing(), null));
  }

  public final BoolValue isNotNull() {
    return isNull(Operator.NOT_EQUAL);
  }

  /** {@code value[*]}: itself as the only element, and no element where it is null. */
  public final <E extends Value> ListValue<E> ifThere(Kind<E> kind) {
    return ListValue.at(new Expression.Splat(expression(), List.of()), kind);
  }

  final BoolValue compared(Operator operator, Value other) {
    return new BoolValue(new Expression.Binary(operator, expression(), other.expression()), null);
  }
}
