package io.sluice.language.function.collection;

import io.sluice.language.function.Function;
import io.sluice.language.function.FunctionFailure;
import io.sluice.language.function.Parameter;
import io.sluice.language.function.number.NumberFunctions;
import io.sluice.language.value.CodePoints;
import io.sluice.language.value.ListValue;
import io.sluice.language.value.TupleValue;
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.language.value.Values;
import io.sluice.language.value.number.BigFloat;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;

/** Sequences to sequences. */
public final class SequenceFunctions {
  private static final int LONGEST_RANGE = 1024;

  private SequenceFunctions() {}

  public static List<Function> all() {
    return List.of(
        chunkList(), compact(), distinct(), flatten(), range(), reverse(), slice(), sort());
  }

  private static Function chunkList() {
    return Function.named("chunklist")
        .with(Parameter.of("list", Type.list(Types.ANY)).allowingMarks())
        .with(Parameter.of("size", Types.NUMBER).allowingMarks())
        .gives(a -> Type.list(a.get(0).type()))
        .does(
            (a, type, context) -> {
              int size = NumberFunctions.wholeNumber(1, a.get(1).unmarked().asNumber());
              if (size < 0) {
                throw new FunctionFailure("the size argument must be positive");
              }
              List<Value> list = List.copyOf(a.get(0).unmarked().elements());
              List<Value> chunks = new ArrayList<>();
              int step = size == 0 ? Math.max(1, list.size()) : size;
              for (int i = 0; i < list.size(); i += step) {
                chunks.add(
                    ListValue.of(
                        type.element().element(),
                        list.subList(i, Math.min(list.size(), i + step))));
              }
              return ListValue.of(type.element(), chunks)
                  .withMarks(a.get(0).marks())
                  .withMarks(a.get(1).marks());
            });
  }

  private static Function compact() {
    return Function.named("compact")
        .with("list", Type.list(Types.STRING))
        .gives(Type.list(Types.STRING))
        .does(
            (a, type, context) -> {
              if (!a.get(0).isWhollyKnown()) {
                return Value.unknownNotNull(type);
              }
              return ListValue.of(
                  Types.STRING,
                  a.get(0).elements().stream()
                      .filter(v -> !v.isNull() && !v.asText().isEmpty())
                      .toList());
            });
  }

  private static Function distinct() {
    return Function.named("distinct")
        .with("list", Type.list(Types.ANY))
        .gives(a -> a.get(0).type())
        .does(
            (a, type, context) ->
                a.get(0).isWhollyKnown()
                    ? ListValue.of(
                        type.element(), List.copyOf(new LinkedHashSet<>(a.get(0).elements())))
                    : Value.unknownNotNull(type));
  }

  private static Function flatten() {
    return Function.named("flatten")
        .with(Parameter.of("list", Types.ANY).allowingMarks())
        .gives(
            a -> {
              if (!a.get(0).type().isSequence()) {
                throw new FunctionFailure("can only flatten lists, sets and tuples");
              }
              return Types.ANY;
            })
        .does(
            (a, type, context) -> {
              List<Value> flat = new ArrayList<>();
              Value list = a.get(0);
              java.util.EnumSet<io.sluice.language.value.Mark> marks =
                  java.util.EnumSet.noneOf(io.sluice.language.value.Mark.class);
              boolean known = flatten(list, flat, marks);
              return (known ? TupleValue.of(flat) : Values.UNKNOWN).withMarks(marks);
            });
  }

  private static boolean flatten(
      Value sequence, List<Value> flat, java.util.Set<io.sluice.language.value.Mark> marks) {
    marks.addAll(sequence.marks());
    boolean known = true;
    for (Value element : sequence.unmarked().elements()) {
      if (element.isNull() || !(element.type().isSequence() || element.type().isAny())) {
        flat.add(element);
      } else if (!element.isKnown()) {
        known = false;
        marks.addAll(element.marks());
      } else {
        known &= flatten(element, flat, marks);
      }
    }
    return known;
  }

  private static Function range() {
    return Function.named("range")
        .more(Parameter.of("params", Types.NUMBER))
        .gives(Type.list(Types.NUMBER))
        .does(
            (a, type, context) -> {
              BigFloat start = a.size() < 2 ? BigFloat.ZERO : a.get(0).asNumber();
              BigFloat end =
                  switch (a.size()) {
                    case 1 -> a.get(0).asNumber();
                    case 2, 3 -> a.get(1).asNumber();
                    default -> throw new FunctionFailure("must have one, two, or three arguments");
                  };
              boolean down = end.compareTo(start) < 0;
              BigFloat step = a.size() == 3 ? a.get(2).asNumber() : BigFloat.of(down ? -1 : 1);
              return ListValue.of(Types.NUMBER, range(start, end, step));
            });
  }

  private static List<Value> range(BigFloat start, BigFloat end, BigFloat step)
      throws FunctionFailure {
    int direction = step.signum();
    int toEnd = end.compareTo(start);
    if (toEnd * direction < 0) {
      throw new FunctionFailure(
          1,
          direction < 0
              ? "end must be less than start when step is negative"
              : "end must be greater than start when step is positive");
    }
    List<Value> numbers = new ArrayList<>();
    boolean endless = direction == 0;
    for (BigFloat n = start; endless || n.compareTo(end) * direction < 0; n = n.add(step)) {
      if (numbers.size() >= LONGEST_RANGE) {
        throw new FunctionFailure(
            "more than "
                + LONGEST_RANGE
                + " values were generated; either decrease the difference between start and end or"
                + " use a smaller step");
      }
      numbers.add(Value.of(n));
    }
    return numbers;
  }

  private static Function reverse() {
    return Function.named("reverse")
        .with(Parameter.of("list", Types.ANY).allowingMarks())
        .gives(
            a ->
                switch (a.get(0).type()) {
                  case Type.TupleType(List<Type> elements) -> Type.tuple(elements.reversed());
                  case Type.ListType list -> list;
                  case Type.SetType(Type element) -> Type.list(element);
                  default ->
                      throw new FunctionFailure(
                          0,
                          "can only reverse list or tuple values, not "
                              + a.get(0).type().friendlyName());
                })
        .does(
            (a, type, context) -> {
              List<Value> list = new ArrayList<>(a.get(0).unmarked().elements());
              Collections.reverse(list);
              Value result =
                  type instanceof Type.TupleType
                      ? TupleValue.of(list)
                      : ListValue.of(type.element(), list);
              return result.withMarks(a.get(0).marks());
            });
  }

  private static Function slice() {
    return Function.named("slice")
        .with(Parameter.of("list", Types.ANY).allowingMarks())
        .with("start_index", Types.NUMBER)
        .with("end_index", Types.NUMBER)
        .gives(
            a ->
                switch (a.get(0).type()) {
                  case Type.ListType list -> list;
                  case Type.TupleType tuple -> Types.ANY;
                  case Type.SetType set ->
                      throw new FunctionFailure(
                          0,
                          "cannot slice a set, because its elements do not have indices; explicitly"
                              + " convert to a list if the ordering of the result is not"
                              + " important");
                  default -> throw new FunctionFailure(0, "must be a list or tuple value");
                })
        .does(
            (a, type, context) -> {
              List<Value> list = List.copyOf(a.get(0).unmarked().elements());
              int start = NumberFunctions.wholeNumber(1, a.get(1).asNumber());
              int end = NumberFunctions.wholeNumber(2, a.get(2).asNumber());
              checkSlice(start, end, list.size());
              List<Value> part = list.subList(start, end);
              Value result =
                  type instanceof Type.ListType(Type element)
                      ? ListValue.of(element, part)
                      : TupleValue.of(part);
              return result.withMarks(a.get(0).marks());
            });
  }

  private static void checkSlice(int start, int end, int size) throws FunctionFailure {
    if (start < 0) {
      throw new FunctionFailure(1, "start index must not be less than zero");
    }
    if (start > size) {
      throw new FunctionFailure(1, "start index must not be greater than the length of the list");
    }
    if (end < 0) {
      throw new FunctionFailure(2, "end index must not be less than zero");
    }
    if (end > size) {
      throw new FunctionFailure(2, "end index must not be greater than the length of the list");
    }
    if (start > end) {
      throw new FunctionFailure(1, "start index must not be greater than end index");
    }
  }

  private static Function sort() {
    return Function.named("sort")
        .with("list", Type.list(Types.STRING))
        .gives(Type.list(Types.STRING))
        .does(
            (a, type, context) -> {
              if (!a.get(0).isWhollyKnown()) {
                return ListValue.of(
                    Types.STRING,
                    Collections.nCopies(a.get(0).elements().size(), Value.unknown(Types.STRING)));
              }
              List<String> texts = new ArrayList<>();
              for (Value each : a.get(0).elements()) {
                if (each.isNull()) {
                  throw new FunctionFailure(
                      "given list element "
                          + texts.size()
                          + " is null; a null string cannot be sorted");
                }
                texts.add(each.asText());
              }
              texts.sort(CodePoints.ORDER);
              return Value.strings(texts);
            });
  }
}
