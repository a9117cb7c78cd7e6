package io.sluice.sdk.block;

import io.sluice.sdk.document.Body;
import io.sluice.sdk.expression.Expression;
import io.sluice.sdk.value.BoolValue;

/** What must hold, and what is said where it does not. */
final class Condition {
  private Condition() {}

  static Body body(BoolValue condition, String otherwise) {
    return Body.of(
        new Body.Attribute("condition", condition.expression()),
        new Body.Attribute("error_message", new Expression.Text(otherwise)));
  }
}
