package io.sluice.language.expression;

import io.sluice.language.syntax.Expression;
import io.sluice.language.value.ListValue;
import io.sluice.language.value.Refinement;
import io.sluice.language.value.TupleValue;
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.language.value.Values;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code x[*].a}: a sequence gives one result an element; anything else counts as one element. */
final class Splats {
  private Splats() {}

  static Value evaluate(
      Evaluator evaluator, Expression.Splat splat, @Nullable Frame frame, EvaluationFaults faults) {
    int before = faults.size();
    Value given = evaluator.evaluate(splat.source(), frame, faults);
    if (faults.since(before)) {
      return Values.UNKNOWN;
    }
    boolean single = !given.type().isSequence();
    if (given.isNull()) {
      if (single) {
        return TupleValue.EMPTY.withMarks(given.marks());
      }
      faults.add(
          "Splat of null value",
          "Splat expressions (with the * symbol) cannot be applied to null sequences.",
          splat.source().range(),
          splat.source().range().to(splat.marker()));
      return Values.UNKNOWN;
    }
    if (given.type().isAny()) {
      return Values.UNKNOWN.withMarks(given.marks());
    }
    boolean doubtful = single && !given.isKnown() && !given.isDefinitelyNotNull();
    Value source = single ? TupleValue.of(List.of(given)).withMarks(given.marks()) : given;
    if (!source.isKnown()) {
      return unknown(evaluator, splat, source, frame, faults).withMarks(source.marks());
    }
    List<Value> results = new ArrayList<>();
    for (Value element : source.unmarked().elements()) {
      results.add(evaluator.evaluate(splat.each(), Frame.item(frame, element), faults));
      evaluator.context().budget().produced(64);
    }
    if (doubtful) {
      return Values.UNKNOWN.withMarks(source.marks());
    }
    if (faults.since(before)) {
      return Value.unknown(
              resultType(evaluator, splat, source.type(), frame, new EvaluationFaults()))
          .withMarks(source.marks());
    }
    if (source.type() instanceof Type.TupleType) {
      return TupleValue.of(results).withMarks(source.marks());
    }
    return list(evaluator, splat, source, results, frame, faults).withMarks(source.marks());
  }

  private static Value list(
      Evaluator evaluator,
      Expression.Splat splat,
      Value source,
      List<Value> results,
      @Nullable Frame frame,
      EvaluationFaults faults) {
    if (results.isEmpty()) {
      Type type = resultType(evaluator, splat, source.type(), frame, faults);
      return ListValue.of(type.isCollection() ? type.element() : Types.ANY, List.of());
    }
    Set<Type> types = new LinkedHashSet<>();
    results.forEach(result -> types.add(result.type()));
    types.remove(Types.ANY);
    if (types.size() > 1) {
      faults.add(
          "Invalid nested splat expressions",
          "The second level of splat expression produced elements of different types, so it isn't"
              + " possible to construct a valid list to represent the top-level result.\n\n"
              + "Consider using a for expression instead, to produce a tuple-typed result which can"
              + " therefore have non-homogenous element types.",
          splat.each().range(),
          splat.range());
      return Values.UNKNOWN;
    }
    return ListValue.of(types.isEmpty() ? Types.ANY : types.iterator().next(), results);
  }

  private static Value unknown(
      Evaluator evaluator,
      Expression.Splat splat,
      Value source,
      @Nullable Frame frame,
      EvaluationFaults faults) {
    Type type = resultType(evaluator, splat, source.type(), frame, faults);
    Refinement refinement = Refinement.NOT_NULL;
    if (type instanceof Type.ListType
        && source.unmarked() instanceof Value.UnknownValue(Type sourceType, Refinement known)) {
      refinement = refinement.withLength(known.minLength(), known.maxLength());
    }
    return type.isAny() ? Values.UNKNOWN : new Value.UnknownValue(type, refinement);
  }

  private static Type resultType(
      Evaluator evaluator,
      Expression.Splat splat,
      Type source,
      @Nullable Frame frame,
      EvaluationFaults faults) {
    if (source instanceof Type.TupleType(List<Type> elements)) {
      List<Type> types = new ArrayList<>();
      for (Type element : elements) {
        types.add(typeOfEach(evaluator, splat, element, frame, faults));
      }
      return Type.tuple(types);
    }
    return Type.list(typeOfEach(evaluator, splat, source.element(), frame, faults));
  }

  private static Type typeOfEach(
      Evaluator evaluator,
      Expression.Splat splat,
      Type element,
      @Nullable Frame frame,
      EvaluationFaults faults) {
    Frame inner = Frame.item(frame, Value.unknown(element));
    return evaluator.evaluate(splat.each(), inner, faults).type();
  }
}
