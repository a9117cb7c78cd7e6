package io.sluice.language.expression;

import io.sluice.language.source.Diagnostic;
import io.sluice.language.syntax.Expression;
import io.sluice.language.value.Mark;
import io.sluice.language.value.Refinement;
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.language.value.Values;
import io.sluice.language.value.convert.Conversion;
import io.sluice.language.value.convert.ConversionException;
import io.sluice.language.value.convert.Unification;
import java.util.EnumSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code c ? a : b}. Both branches are evaluated, since the result has a type that both fit; only
 * faults of the branch that is taken are reported.
 */
final class Conditionals {
  private Conditionals() {}

  static Value evaluate(
      Evaluator evaluator,
      Expression.Conditional choice,
      @Nullable Frame frame,
      EvaluationFaults faults) {
    int before = faults.size();
    Value whenTrue = evaluator.evaluate(choice.whenTrue(), frame, faults);
    List<Diagnostic> trueFaults = faults.cutBackTo(before);
    Value whenFalse = evaluator.evaluate(choice.whenFalse(), frame, faults);
    List<Diagnostic> falseFaults = faults.cutBackTo(before);
    Type type = resultType(whenTrue, whenFalse);
    if (type == null) {
      faults.add(
          "Inconsistent conditional result types",
          "The true and false result expressions must have consistent types. "
              + BranchTypes.difference(whenTrue.type(), whenFalse.type())
              + ".",
          choice.whenTrue().range().to(choice.whenFalse().range()),
          choice.range());
      return Values.UNKNOWN;
    }
    Value condition = evaluator.evaluate(choice.condition(), frame, faults);
    if (condition.isNull()) {
      faults.add(
          "Null condition",
          "The condition value is null. Conditions must either be true or false.",
          choice.condition().range(),
          choice.range());
      return Value.unknown(type);
    }
    EnumSet<Mark> marks = EnumSet.noneOf(Mark.class);
    marks.addAll(condition.marks());
    marks.addAll(whenTrue.marks());
    marks.addAll(whenFalse.marks());
    if (!condition.isKnown()) {
      return undecided(whenTrue.unmarked(), whenFalse.unmarked(), type).withMarks(marks);
    }
    boolean truth;
    try {
      truth = Conversion.convert(condition.unmarked(), Types.BOOL).isTrue();
    } catch (ConversionException e) {
      faults.add(
          "Incorrect condition type",
          "The condition expression must be of type bool.",
          choice.condition().range(),
          choice.range());
      return Value.unknown(type);
    }
    faults.addAll(truth ? trueFaults : falseFaults);
    Expression taken = truth ? choice.whenTrue() : choice.whenFalse();
    Value result = (truth ? whenTrue : whenFalse).unmarked();
    try {
      return Conversion.convert(result, type).withMarks(marks);
    } catch (ConversionException e) {
      faults.add(
          "Inconsistent conditional result types",
          "The " + truth + " result value has the wrong type: " + e.reason() + ".",
          taken.range(),
          choice.range());
      return Value.unknown(type).withMarks(marks);
    }
  }

  private static @Nullable Type resultType(Value whenTrue, Value whenFalse) {
    if (whenTrue.equals(Values.NULL)) {
      return whenFalse.type();
    }
    if (whenFalse.equals(Values.NULL)) {
      return whenTrue.type();
    }
    if (whenTrue.type().isAny() || whenFalse.type().isAny()) {
      return Types.ANY;
    }
    return Unification.unify(List.of(whenTrue.type(), whenFalse.type()), true);
  }

  private static Value undecided(Value whenTrue, Value whenFalse, Type type) {
    if (whenTrue.isNull() && whenFalse.isNull()) {
      return Value.nullOf(type);
    }
    if (type.isAny()) {
      return Values.UNKNOWN;
    }
    boolean notNull = whenTrue.isDefinitelyNotNull() && whenFalse.isDefinitelyNotNull();
    Refinement refinement = notNull ? Refinement.NOT_NULL : Refinement.NONE;
    if (whenTrue.type().isCollection() && whenTrue.type().equals(whenFalse.type())) {
      int[] a = lengths(whenTrue);
      int[] b = lengths(whenFalse);
      refinement = refinement.withLength(Math.min(a[0], b[0]), Math.max(a[1], b[1]));
    }
    return new Value.UnknownValue(type.withoutOptional(), refinement);
  }

  private static int[] lengths(Value collection) {
    if (collection instanceof Value.UnknownValue(Type type, Refinement known)) {
      return new int[] {known.minLength(), known.maxLength()};
    }
    if (collection.isNull() || !collection.isWhollyKnown()) {
      return new int[] {0, Refinement.UNBOUNDED};
    }
    int size = collection.elements().size();
    return new int[] {size, size};
  }
}
