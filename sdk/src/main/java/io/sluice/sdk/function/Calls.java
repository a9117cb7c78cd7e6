package io.sluice.sdk.function;

import io.sluice.sdk.expression.Expression;
import io.sluice.sdk.value.Value;
import java.util.ArrayList;
import java.util.List;

/** Calls as expressions. */
final class Calls {
  private Calls() {}

  static Expression of(String function, Value... arguments) {
    return of(function, arguments, new Value[0]);
  }

  /** The first arguments follow those that are more than the function names. */
  static Expression of(String function, Value[] more, Value[] first) {
    List<Expression> all = new ArrayList<>();
    for (Value argument : first) {
      all.add(argument.expression());
    }
    for (Value argument : more) {
      all.add(argument.expression());
    }
    return new Expression.Call(function, all, false);
  }
}
