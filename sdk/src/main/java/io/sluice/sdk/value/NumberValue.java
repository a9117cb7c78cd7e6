package io.sluice.sdk.value;

import io.sluice.sdk.expression.Expression;
import io.sluice.sdk.expression.Operator;
import org.jspecify.annotations.Nullable;

/** A number, whole or not. */
public final class NumberValue extends ScalarValue {
  NumberValue(Expression contents, @Nullable Expression origin) {
    super(contents, origin);
  }

  @Override
  NumberValue traced(Expression from) {
    return new NumberValue(contents(), from);
  }

  @Override
  NumberValue elsewhere(Expression from) {
    return new NumberValue(from, from);
  }

  public NumberValue plus(NumberValue other) {
    return computed(Operator.PLUS, other);
  }

  public NumberValue plus(long other) {
    return plus(Values.number(other));
  }

  public NumberValue minus(NumberValue other) {
    return computed(Operator.MINUS, other);
  }

  public NumberValue minus(long other) {
    return minus(Values.number(other));
  }

  public NumberValue times(NumberValue other) {
    return computed(Operator.TIMES, other);
  }

  public NumberValue times(long other) {
    return times(Values.number(other));
  }

  public NumberValue dividedBy(NumberValue other) {
    return computed(Operator.DIVIDED_BY, other);
  }

  public NumberValue modulo(NumberValue other) {
    return computed(Operator.MODULO, other);
  }

  public NumberValue negated() {
    return new NumberValue(new Expression.Negative(expression()), null);
  }

  public BoolValue isGreaterThan(NumberValue other) {
    return compared(Operator.GREATER, other);
  }

  public BoolValue isGreaterThan(long other) {
    return isGreaterThan(Values.number(other));
  }

  public BoolValue isLessThan(NumberValue other) {
    return compared(Operator.LESS, other);
  }

  public BoolValue isLessThan(long other) {
    return isLessThan(Values.number(other));
  }

  public BoolValue isAtLeast(NumberValue other) {
    return compared(Operator.GREATER_OR_EQUAL, other);
  }

  public BoolValue isAtMost(NumberValue other) {
    return compared(Operator.LESS_OR_EQUAL, other);
  }

  private NumberValue computed(Operator operator, NumberValue other) {
    return new NumberValue(new Expression.Binary(operator, expression(), other.expression()), null);
  }
}
