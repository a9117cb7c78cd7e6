package io.sluice.language.expression;

import io.sluice.language.function.FunctionFailure;
import io.sluice.language.syntax.BinaryOperator;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.UnaryOperator;
import io.sluice.language.value.Mark;
import io.sluice.language.value.Marks;
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.language.value.convert.Conversion;
import io.sluice.language.value.convert.ConversionException;
import io.sluice.language.value.convert.Equality;
import io.sluice.language.value.number.BigFloat;
import java.util.EnumSet;

/** What operators do to values. */
final class Operators {
  private Operators() {}

  private static Type operandType(BinaryOperator operator) {
    return switch (operator) {
      case OR, AND -> Types.BOOL;
      case EQUAL, NOT_EQUAL -> Types.ANY;
      case GREATER, GREATER_OR_EQUAL, LESS, LESS_OR_EQUAL -> Types.NUMBER;
      case ADD, SUBTRACT, MULTIPLY, DIVIDE, MODULO -> Types.NUMBER;
    };
  }

  private static Type resultType(BinaryOperator operator) {
    return switch (operator) {
      case OR, AND, EQUAL, NOT_EQUAL -> Types.BOOL;
      case GREATER, GREATER_OR_EQUAL, LESS, LESS_OR_EQUAL -> Types.BOOL;
      case ADD, SUBTRACT, MULTIPLY, DIVIDE, MODULO -> Types.NUMBER;
    };
  }

  static Value binary(Expression.Binary binary, Value left, Value right, EvaluationFaults faults) {
    BinaryOperator operator = binary.operator();
    Type type = operandType(operator);
    int before = faults.size();
    Value a = operand(left, type, "left", binary.left(), binary, faults);
    Value b = operand(right, type, "right", binary.right(), binary, faults);
    if (faults.since(before)) {
      return Value.unknown(resultType(operator));
    }
    try {
      return apply(operator, a, b);
    } catch (FunctionFailure failure) {
      return failed(failure, binary, resultType(operator), faults);
    }
  }

  private static Value failed(
      FunctionFailure failure, Expression expression, Type type, EvaluationFaults faults) {
    faults.add(
        "Operation failed",
        "Error during operation: " + failure.reason() + ".",
        expression.range(),
        null);
    return Value.unknown(type);
  }

  private static Value operand(
      Value value,
      Type type,
      String side,
      Expression at,
      Expression whole,
      EvaluationFaults faults) {
    try {
      return Conversion.convert(value, type);
    } catch (ConversionException e) {
      faults.add(
          "Invalid operand",
          "Unsuitable value for " + side + " operand: " + e.reason() + ".",
          at.range(),
          whole.range());
      return value;
    }
  }

  private static Value apply(BinaryOperator operator, Value left, Value right)
      throws FunctionFailure {
    if (operator == BinaryOperator.EQUAL || operator == BinaryOperator.NOT_EQUAL) {
      Value equal = Equality.compare(left, right);
      return operator == BinaryOperator.EQUAL ? equal : negated(equal);
    }
    if (left.isNull() || right.isNull()) {
      throw new FunctionFailure(left.isNull() ? 0 : 1, "argument must not be null");
    }
    EnumSet<Mark> marks = EnumSet.noneOf(Mark.class);
    Value a = Marks.unmarkDeep(left, marks);
    Value b = Marks.unmarkDeep(right, marks);
    if (!a.isKnown() || !b.isKnown()) {
      return Value.unknownNotNull(resultType(operator)).withMarks(marks);
    }
    try {
      return known(operator, a, b).withMarks(marks);
    } catch (ArithmeticException e) {
      throw new FunctionFailure(String.valueOf(e.getMessage()));
    }
  }

  private static Value negated(Value bool) {
    return bool.isKnown() ? Value.of(!bool.unmarked().isTrue()).withMarks(bool.marks()) : bool;
  }

  private static Value known(BinaryOperator operator, Value a, Value b) {
    return switch (operator) {
      case OR -> Value.of(a.isTrue() || b.isTrue());
      case AND -> Value.of(a.isTrue() && b.isTrue());
      case EQUAL, NOT_EQUAL -> throw new IllegalStateException("compared before");
      case GREATER -> Value.of(compare(a, b) > 0);
      case GREATER_OR_EQUAL -> Value.of(compare(a, b) >= 0);
      case LESS -> Value.of(compare(a, b) < 0);
      case LESS_OR_EQUAL -> Value.of(compare(a, b) <= 0);
      case ADD -> Value.of(a.asNumber().add(b.asNumber()));
      case SUBTRACT -> Value.of(a.asNumber().subtract(b.asNumber()));
      case MULTIPLY -> Value.of(a.asNumber().multiply(b.asNumber()));
      case DIVIDE -> Value.of(a.asNumber().divide(b.asNumber()));
      case MODULO -> Value.of(a.asNumber().modulo(b.asNumber()));
    };
  }

  private static int compare(Value a, Value b) {
    BigFloat left = a.asNumber();
    return left.compareTo(b.asNumber());
  }

  static Value unary(Expression.Unary unary, Value given, EvaluationFaults faults) {
    boolean not = unary.operator() == UnaryOperator.NOT;
    Type type = not ? Types.BOOL : Types.NUMBER;
    Value value;
    try {
      value = Conversion.convert(given, type);
    } catch (ConversionException e) {
      faults.add(
          "Invalid operand",
          "Unsuitable value for unary operand: " + e.reason() + ".",
          unary.operand().range(),
          unary.range());
      return Value.unknown(type);
    }
    if (value.isNull()) {
      return failed(new FunctionFailure(0, "argument must not be null"), unary, type, faults);
    }
    if (!value.isKnown()) {
      return Value.unknownNotNull(type).withMarks(value.marks());
    }
    return not
        ? negated(value)
        : Value.of(value.unmarked().asNumber().negate()).withMarks(value.marks());
  }
}
