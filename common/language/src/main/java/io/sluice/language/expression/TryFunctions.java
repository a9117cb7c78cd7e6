package io.sluice.language.expression;

import io.sluice.language.source.Diagnostic;
import io.sluice.language.syntax.Expression;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.language.value.Values;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code try} and {@code can}, which see expressions and not values. */
final class TryFunctions {
  private TryFunctions() {}

  static Value attempt(
      Evaluator evaluator,
      Expression.FunctionCall call,
      @Nullable Frame frame,
      EvaluationFaults faults) {
    int before = faults.size();
    StringBuilder reasons = new StringBuilder();
    for (Expression candidate : call.arguments()) {
      Value value = evaluator.evaluate(candidate, frame, faults);
      List<Diagnostic> failed = faults.cutBackTo(before);
      if (failed.isEmpty()) {
        return dependsOnUnknown(value) ? Values.UNKNOWN.withMarks(value.marks()) : value;
      }
      for (Diagnostic each : failed) {
        reasons.append("\n- ").append(each.summary()).append(": ").append(each.detail());
      }
    }
    if (call.arguments().isEmpty()) {
      fault(call, "at least one argument is required", faults);
    } else {
      fault(
          call,
          "no expression succeeded:"
              + reasons
              + "\n\nAt least one expression must produce a successful result",
          faults);
    }
    return Values.UNKNOWN;
  }

  /** With a value that is not known yet the attempt may still fail later, even in its type. */
  private static boolean dependsOnUnknown(Value value) {
    return !value.isWhollyKnown();
  }

  private static void fault(Expression.FunctionCall call, String reason, EvaluationFaults faults) {
    faults.add(
        "Error in function call",
        "Call to function \"" + call.name() + "\" failed: " + reason + ".",
        call.range(),
        null);
  }

  static Value can(
      Evaluator evaluator,
      Expression.FunctionCall call,
      @Nullable Frame frame,
      EvaluationFaults faults) {
    if (call.arguments().size() != 1) {
      boolean few = call.arguments().isEmpty();
      faults.add(
          few ? "Not enough function arguments" : "Too many function arguments",
          few
              ? "Function \"can\" expects 1 argument(s). Missing value for \"expression\"."
              : "Function \"can\" expects only 1 argument(s).",
          call.range(),
          null);
      return Values.UNKNOWN;
    }
    int before = faults.size();
    Value value = evaluator.evaluate(call.arguments().getFirst(), frame, faults);
    if (!faults.cutBackTo(before).isEmpty()) {
      return Values.FALSE;
    }
    return dependsOnUnknown(value) ? Value.unknownNotNull(Types.BOOL) : Values.TRUE;
  }
}
