package io.sluice.sdk.function;

import io.sluice.sdk.expression.Expression;
import io.sluice.sdk.value.Values;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Calls as expressions, of values and of Java's own. */
final class Calls {
  private Calls() {}

  static Expression of(String function, @Nullable Object... arguments) {
    return with(function, arguments);
  }

  /** A call with more arguments than the function names, which follow the first ones. */
  static Expression with(String function, @Nullable Object[] more, @Nullable Object... first) {
    List<Expression> all = new ArrayList<>();
    for (Object argument : first) {
      all.add(Values.of(argument).expression());
    }
    for (Object argument : more) {
      all.add(Values.of(argument).expression());
    }
    return new Expression.Call(function, all, false);
  }
}
