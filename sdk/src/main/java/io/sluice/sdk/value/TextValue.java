package io.sluice.sdk.value;

import io.sluice.sdk.expression.Expression;
import org.jspecify.annotations.Nullable;

/** A string. */
public final class TextValue extends ScalarValue {
  TextValue(Expression contents, @Nullable Expression origin) {
    super(contents, origin);
  }

  @Override
  TextValue traced(Expression from) {
    return new TextValue(contents(), from);
  }

  @Override
  TextValue elsewhere(Expression from) {
    return new TextValue(from, from);
  }

  public BoolValue isEqualTo(String other) {
    return isEqualTo(Values.text(other));
  }

  public BoolValue isNotEqualTo(String other) {
    return isNotEqualTo(Values.text(other));
  }
}
