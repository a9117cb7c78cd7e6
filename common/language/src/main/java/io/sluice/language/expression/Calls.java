package io.sluice.language.expression;

import io.sluice.language.function.Function;
import io.sluice.language.function.FunctionFailure;
import io.sluice.language.function.Parameter;
import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.Expression;
import io.sluice.language.value.Value;
import io.sluice.language.value.Values;
import io.sluice.language.value.convert.Conversion;
import io.sluice.language.value.convert.ConversionException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Calls of functions: arguments, expansion, and the messages of calls that fail. */
final class Calls {
  /** An argument, evaluated or yet to be, and where it is. */
  private record Argument(
      @Nullable Value value, @Nullable Expression expression, SourceRange range) {}

  private final Evaluator evaluator;
  private final Expression.FunctionCall call;
  private final @Nullable Frame frame;
  private final EvaluationFaults faults;

  private Calls(
      Evaluator evaluator,
      Expression.FunctionCall call,
      @Nullable Frame frame,
      EvaluationFaults faults) {
    this.evaluator = evaluator;
    this.call = call;
    this.frame = frame;
    this.faults = faults;
  }

  static Value evaluate(
      Evaluator evaluator,
      Expression.FunctionCall call,
      @Nullable Frame frame,
      EvaluationFaults faults) {
    return switch (call.name()) {
      case "try", "core::try" -> TryFunctions.attempt(evaluator, call, frame, faults);
      case "can", "core::can" -> TryFunctions.can(evaluator, call, frame, faults);
      default -> new Calls(evaluator, call, frame, faults).evaluate();
    };
  }

  private Value evaluate() {
    Optional<Function> found = CalledFunctions.find(evaluator.functions(), call, faults);
    if (found.isEmpty()) {
      return Values.UNKNOWN;
    }
    Function function = found.get();
    Optional<List<Argument>> arguments = arguments();
    if (arguments.isEmpty() || !rightNumber(function, arguments.get())) {
      return Values.UNKNOWN;
    }
    int before = faults.size();
    List<Value> values = new ArrayList<>(arguments.get().size());
    for (int i = 0; i < arguments.get().size(); i++) {
      values.add(converted(arguments.get().get(i), function.parameter(i)));
    }
    if (faults.since(before)) {
      return Values.UNKNOWN;
    }
    try {
      pay(values);
      return evaluator.made(function.call(values, evaluator.context()));
    } catch (FunctionFailure failure) {
      report(failure, function, arguments.get());
    } catch (ArithmeticException e) {
      report(new FunctionFailure(String.valueOf(e.getMessage())), function, arguments.get());
    }
    return Values.UNKNOWN;
  }

  /** A function looks at all that it is given, which is much faster than evaluating it. */
  private void pay(List<Value> arguments) {
    long size = 0;
    for (Value argument : arguments) {
      size += argument.extent().size();
    }
    evaluator.context().budget().steps(1 + size / 256);
  }

  private void report(FunctionFailure failure, Function function, List<Argument> arguments) {
    int at = failure.argument();
    if (at < 0 || at >= arguments.size()) {
      fault(
          "Error in function call",
          "Call to function \"" + call.name() + "\" failed: " + failure.reason() + ".",
          call.range());
    } else {
      invalid(function.parameter(at), failure.reason(), arguments.get(at).range());
    }
  }

  private void invalid(Parameter parameter, String reason, SourceRange range) {
    fault(
        "Invalid function argument",
        "Invalid value for \"" + parameter.name() + "\" parameter: " + reason + ".",
        range);
  }

  private void fault(String summary, String detail, SourceRange range) {
    faults.add(summary, detail, range, call.range());
  }

  private Value converted(Argument argument, Parameter parameter) {
    Value value = argument.value();
    if (value == null) {
      Expression expression = argument.expression();
      value = expression == null ? Values.NULL : evaluator.evaluate(expression, frame, faults);
    }
    try {
      return Conversion.convert(value, parameter.type());
    } catch (ConversionException e) {
      invalid(parameter, e.reason(), argument.range());
      return Values.UNKNOWN;
    }
  }

  private boolean rightNumber(Function function, List<Argument> arguments) {
    int wanted = function.parameters().size();
    boolean open = function.variadic().isPresent();
    if (arguments.size() < wanted) {
      fault(
          "Not enough function arguments",
          "Function \"%s\" expects%s %d argument(s). Missing value for \"%s\"."
              .formatted(
                  call.name(),
                  open ? " at least" : "",
                  wanted,
                  function.parameters().get(arguments.size()).name()),
          call.closeParenthesis());
      return false;
    }
    if (!open && arguments.size() > wanted) {
      fault(
          "Too many function arguments",
          "Function \"%s\" expects only %d argument(s).".formatted(call.name(), wanted),
          arguments.get(wanted).range());
      return false;
    }
    return true;
  }

  /** The arguments, the last one expanded if it is to be; empty if that cannot be done (yet). */
  private Optional<List<Argument>> arguments() {
    List<Argument> arguments = new ArrayList<>(call.arguments().size());
    call.arguments().forEach(each -> arguments.add(new Argument(null, each, each.range())));
    if (!call.expandFinal() || arguments.isEmpty()) {
      return Optional.of(arguments);
    }
    Expression last = call.arguments().getLast();
    arguments.removeLast();
    int before = faults.size();
    Value value = evaluator.evaluate(last, frame, faults);
    if (faults.since(before)) {
      return Optional.empty();
    }
    if (value.isNull()) {
      invalidExpansion("must not be null", last);
      return Optional.empty();
    }
    if (!value.type().isAny() && !value.type().isSequence()) {
      invalidExpansion("must be of a tuple, list, or set type", last);
      return Optional.empty();
    }
    if (!value.isKnown()) {
      return Optional.empty();
    }
    for (Value element : value.unmarked().elements()) {
      arguments.add(new Argument(element.withMarks(value.marks()), null, last.range()));
    }
    return Optional.of(arguments);
  }

  private void invalidExpansion(String why, Expression at) {
    fault(
        "Invalid expanding argument value",
        "The expanding argument (indicated by ...) " + why + ".",
        at.range());
  }
}
