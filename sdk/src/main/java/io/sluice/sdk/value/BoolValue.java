package io.sluice.sdk.value;

import io.sluice.sdk.expression.Expression;
import io.sluice.sdk.expression.Operator;
import org.jspecify.annotations.Nullable;

/** True or false. */
public final class BoolValue extends ScalarValue {
  BoolValue(Expression contents, @Nullable Expression origin) {
    super(contents, origin);
  }

  @Override
  BoolValue traced(Expression from) {
    return new BoolValue(contents(), from);
  }

  @Override
  BoolValue elsewhere(Expression from) {
    return new BoolValue(from, from);
  }

  public BoolValue and(BoolValue other) {
    return compared(Operator.AND, other);
  }

  public BoolValue or(BoolValue other) {
    return compared(Operator.OR, other);
  }

  public BoolValue negated() {
    return new BoolValue(new Expression.Not(expression()), null);
  }

  /** {@code condition ? whenTrue : whenFalse}, both of one type. */
  public <V extends Value> V choose(V whenTrue, V whenFalse) {
    return Kind.like(whenTrue)
        .at(new Expression.Choice(expression(), whenTrue.expression(), whenFalse.expression()));
  }

  /** {@code condition ? whenTrue : null}: otherwise as if nothing were set. */
  public <V extends Value> V choose(V whenTrue) {
    return Kind.like(whenTrue)
        .at(new Expression.Choice(expression(), whenTrue.expression(), new Expression.Nothing()));
  }

  public TextValue choose(String whenTrue) {
    return choose(Values.text(whenTrue));
  }

  public TextValue choose(String whenTrue, String whenFalse) {
    return choose(Values.text(whenTrue), Values.text(whenFalse));
  }

  public NumberValue choose(long whenTrue, long whenFalse) {
    return choose(Values.number(whenTrue), Values.number(whenFalse));
  }
}
