package io.sluice.language.expression;

import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.Expression;
import io.sluice.language.value.Extent;
import io.sluice.language.value.GoQuote;
import io.sluice.language.value.Mark;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.TupleValue;
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.language.value.Values;
import io.sluice.language.value.convert.Conversion;
import io.sluice.language.value.convert.ConversionException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code for} expressions. */
final class Loops {
  /** What both kinds have in common. */
  private record Head(
      @Nullable String keyName,
      String valueName,
      Expression collection,
      @Nullable Expression condition,
      SourceRange range) {}

  /** An element's key and value; a set's elements are their own keys. */
  private record Entry(Value key, Value value) {}

  private final Evaluator evaluator;
  private final Head head;
  private final @Nullable Frame outer;
  private final EvaluationFaults faults;
  private final EnumSet<Mark> marks = EnumSet.noneOf(Mark.class);
  private boolean known = true;
  private long size;

  private Loops(Evaluator evaluator, Head head, @Nullable Frame outer, EvaluationFaults faults) {
    this.evaluator = evaluator;
    this.head = head;
    this.outer = outer;
    this.faults = faults;
  }

  static Value tuple(
      Evaluator evaluator,
      Expression.ForTuple loop,
      @Nullable Frame frame,
      EvaluationFaults faults) {
    Head head =
        new Head(
            loop.keyName(), loop.valueName(), loop.collection(), loop.condition(), loop.range());
    Loops run = new Loops(evaluator, head, frame, faults);
    Optional<List<Entry>> entries = run.entries();
    if (entries.isEmpty()) {
      return Values.UNKNOWN.withMarks(run.marks);
    }
    List<Value> results = new ArrayList<>(entries.get().size());
    for (Entry entry : entries.get()) {
      Frame inner = run.frame(entry);
      if (run.included(inner)) {
        run.add(evaluator.evaluate(loop.value(), inner, faults), results);
      }
    }
    return (run.known ? TupleValue.of(results) : Values.UNKNOWN).withMarks(run.marks);
  }

  static Value object(
      Evaluator evaluator,
      Expression.ForObject loop,
      @Nullable Frame frame,
      EvaluationFaults faults) {
    Head head =
        new Head(
            loop.keyName(), loop.valueName(), loop.collection(), loop.condition(), loop.range());
    Loops run = new Loops(evaluator, head, frame, faults);
    Optional<List<Entry>> entries = run.entries();
    if (entries.isEmpty()) {
      return Values.UNKNOWN.withMarks(run.marks);
    }
    Map<String, List<Value>> results = new LinkedHashMap<>();
    for (Entry entry : entries.get()) {
      Frame inner = run.frame(entry);
      if (run.included(inner)) {
        run.add(loop, inner, results);
      }
    }
    if (!run.known) {
      return Values.UNKNOWN.withMarks(run.marks);
    }
    Map<String, Value> values = new LinkedHashMap<>();
    results.forEach(
        (key, list) -> values.put(key, loop.grouping() ? TupleValue.of(list) : list.getFirst()));
    return ObjectValue.of(values).withMarks(run.marks);
  }

  private void add(Expression.ForObject loop, Frame inner, Map<String, List<Value>> results) {
    Optional<String> key = key(loop.key(), inner);
    if (key.isEmpty()) {
      known = false;
      return;
    }
    Value value = evaluator.evaluate(loop.value(), inner, faults);
    List<Value> list = results.computeIfAbsent(key.get(), k -> new ArrayList<>(1));
    if (!list.isEmpty() && !loop.grouping()) {
      fault(
          "Duplicate object key",
          "Two different items produced the key "
              + GoQuote.quote(key.get())
              + " in this 'for' expression. If duplicates are expected, use the ellipsis (...)"
              + " after the value expression to enable grouping by key.",
          loop.key());
    } else {
      add(value, list);
    }
  }

  /** What the results are together is known before the whole is made. */
  private void add(Value result, List<Value> into) {
    size += result.extent().size();
    Extent.require(size);
    evaluator.context().budget().produced(64);
    into.add(result);
  }

  /** The elements, or empty if nothing can be said of the result yet. */
  private Optional<List<Entry>> entries() {
    Value collection = evaluator.evaluate(head.collection(), outer, faults);
    if (collection.isNull()) {
      fault(
          "Iteration over null value",
          "A null value cannot be used as the collection in a 'for' expression.",
          head.collection());
      return Optional.empty();
    }
    if (collection.type().isAny()) {
      return Optional.empty();
    }
    marks.addAll(collection.marks());
    if (collection.type() instanceof Type.Primitive primitive) {
      fault(
          "Iteration over non-iterable value",
          "A value of type "
              + primitive.friendlyName()
              + " cannot be used as the collection in a 'for' expression.",
          head.collection());
      return Optional.empty();
    }
    if (!conditionIsSound()) {
      return Optional.empty();
    }
    if (!collection.isKnown()) {
      return Optional.empty();
    }
    return Optional.of(entries(collection.unmarked()));
  }

  private static List<Entry> entries(Value collection) {
    List<Entry> entries = new ArrayList<>();
    if (collection.type() instanceof Type.SetType) {
      collection.elements().forEach(element -> entries.add(new Entry(element, element)));
    } else if (collection.type().isSequence()) {
      int i = 0;
      for (Value element : collection.elements()) {
        entries.add(new Entry(Value.of(i++), element));
      }
    } else {
      collection.entries().forEach((key, value) -> entries.add(new Entry(Value.of(key), value)));
    }
    return entries;
  }

  /**
   * Tries the condition with unknown values, to report a fault in it once and not for each element.
   */
  private boolean conditionIsSound() {
    Expression condition = head.condition();
    if (condition == null) {
      return true;
    }
    int before = faults.size();
    Value result =
        evaluator.evaluate(condition, frame(new Entry(Values.UNKNOWN, Values.UNKNOWN)), faults);
    if (faults.since(before)) {
      return false;
    }
    if (result.isNull()) {
      fault("Condition is null", "The value of the 'if' clause must not be null.", condition);
      return false;
    }
    return bool(result, condition).isPresent();
  }

  private Optional<Value> bool(Value result, Expression condition) {
    try {
      return Optional.of(Conversion.convert(result, Types.BOOL));
    } catch (ConversionException e) {
      fault(
          "Invalid 'for' condition",
          "The 'if' clause value is invalid: " + e.reason() + ".",
          condition);
      return Optional.empty();
    }
  }

  private Frame frame(Entry entry) {
    Frame withKey = Frame.bind(outer, head.keyName(), entry.key());
    return new Frame(withKey, head.valueName(), entry.value());
  }

  private boolean included(Frame inner) {
    Expression condition = head.condition();
    if (condition == null) {
      return true;
    }
    Value result = evaluator.evaluate(condition, inner, faults);
    if (result.isNull()) {
      if (known) {
        fault(
            "Invalid 'for' condition", "The value of the 'if' clause must not be null.", condition);
      }
      known = false;
      return false;
    }
    marks.addAll(result.marks());
    Optional<Value> included = bool(result, condition);
    if (included.isEmpty() || !included.get().isKnown()) {
      known = false;
      return false;
    }
    return included.get().unmarked().isTrue();
  }

  private Optional<String> key(Expression expression, Frame inner) {
    Value key = evaluator.evaluate(expression, inner, faults);
    if (key.isNull()) {
      if (known) {
        fault(
            "Invalid object key",
            "Key expression in 'for' expression must not produce a null value.",
            expression);
      }
      return Optional.empty();
    }
    marks.addAll(key.marks());
    if (!key.isKnown()) {
      return Optional.empty();
    }
    try {
      return Optional.of(Conversion.convert(key.unmarked(), Types.STRING).asText());
    } catch (ConversionException e) {
      if (known) {
        fault(
            "Invalid object key",
            "The key expression produced an invalid result: " + e.reason() + ".",
            expression);
      }
      return Optional.empty();
    }
  }

  private void fault(String summary, String detail, Expression at) {
    faults.add(summary, detail, at.range(), head.range());
  }
}
