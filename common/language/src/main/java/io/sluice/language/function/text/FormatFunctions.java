package io.sluice.language.function.text;

import io.sluice.language.function.Function;
import io.sluice.language.function.FunctionFailure;
import io.sluice.language.function.Parameter;
import io.sluice.language.value.Extent;
import io.sluice.language.value.ListValue;
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import java.util.ArrayList;
import java.util.List;

/** {@code format} and {@code formatlist}. */
public final class FormatFunctions {
  private FormatFunctions() {}

  public static List<Function> all() {
    return List.of(format(), formatList());
  }

  private static Function format() {
    return Function.named("format")
        .with("format", Types.STRING)
        .more(Parameter.of("args", Types.ANY).allowingNull())
        .gives(Types.STRING)
        .does(
            (a, type, context) -> {
              for (Value argument : a) {
                if (!argument.isWhollyKnown()) {
                  return Value.unknownNotNull(Types.STRING);
                }
              }
              return Value.of(Formatter.format(a.get(0).asText(), a.subList(1, a.size())));
            });
  }

  private static Function formatList() {
    Type strings = Type.list(Types.STRING);
    return Function.named("formatlist")
        .with("format", Types.STRING)
        .more(Parameter.of("args", Types.ANY).allowingNull().allowingUnknown())
        .gives(strings)
        .does(
            (a, type, context) -> {
              List<Value> arguments = a.subList(1, a.size());
              for (Value argument : arguments) {
                if (isIterated(argument) && !argument.isKnown()) {
                  return Value.unknownNotNull(strings);
                }
              }
              int rounds = rounds(arguments);
              List<Value> texts = new ArrayList<>();
              long size = 0;
              for (int round = 0; round < rounds; round++) {
                texts.add(line(a.get(0).asText(), arguments, round));
                size += texts.getLast().extent().size();
                Extent.require(size);
              }
              return ListValue.of(Types.STRING, texts);
            });
  }

  private static boolean isIterated(Value argument) {
    return argument.type().isSequence() && !argument.isNull();
  }

  private static int rounds(List<Value> arguments) throws FunctionFailure {
    int rounds = -1;
    int chooser = -1;
    for (int i = 0; i < arguments.size(); i++) {
      if (!isIterated(arguments.get(i))) {
        continue;
      }
      int length = arguments.get(i).elements().size();
      if (rounds >= 0 && length != rounds) {
        throw new FunctionFailure(
            i + 1,
            "argument %d has length %d, which is inconsistent with argument %d of length %d"
                .formatted(i + 1, length, chooser + 1, rounds));
      }
      if (rounds < 0) {
        rounds = length;
        chooser = i;
      }
    }
    return rounds < 0 ? 1 : rounds;
  }

  private static Value line(String format, List<Value> arguments, int round)
      throws FunctionFailure {
    List<Value> values = new ArrayList<>();
    for (Value argument : arguments) {
      Value value = isIterated(argument) ? List.copyOf(argument.elements()).get(round) : argument;
      if (!value.isWhollyKnown()) {
        return Value.unknownNotNull(Types.STRING);
      }
      values.add(value);
    }
    try {
      return Value.of(Formatter.format(format, values));
    } catch (FunctionFailure e) {
      throw new FunctionFailure("error on format iteration " + round + ": " + e.reason());
    }
  }
}
