package io.sluice.language.function.collection;

import io.sluice.language.function.Function;
import io.sluice.language.function.FunctionFailure;
import io.sluice.language.function.Parameter;
import io.sluice.language.value.Mark;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import java.util.List;
import java.util.Set;

/** What marks values, unmarks them, and asks for marks; and what differs from run to run. */
public final class MarkFunctions {
  private MarkFunctions() {}

  public static List<Function> all() {
    return List.of(
        Function.named("sensitive")
            .with(open())
            .gives(a -> a.get(0).type())
            .orNull()
            .does((a, type, context) -> a.get(0).withMarks(Set.of(Mark.SENSITIVE))),
        Function.named("nonsensitive")
            .with(open())
            .gives(a -> a.get(0).type())
            .orNull()
            .does((a, type, context) -> a.get(0).withoutMark(Mark.SENSITIVE)),
        Function.named("issensitive")
            .with(open())
            .gives(Types.BOOL)
            .does((a, type, context) -> isSensitive(a.get(0))),
        Function.named("ephemeralasnull")
            .with(open())
            .gives(a -> a.get(0).type())
            .orNull()
            .does(
                (a, type, context) ->
                    a.get(0).hasMark(Mark.EPHEMERAL) ? Value.nullOf(a.get(0).type()) : a.get(0)),
        workerEnvironment());
  }

  private static Parameter open() {
    return Parameter.of("value", Types.ANY).open();
  }

  private static Value isSensitive(Value value) {
    if (value.hasMark(Mark.SENSITIVE)) {
      return Value.of(true);
    }
    return value.isKnown() ? Value.of(false) : Value.unknownNotNull(Types.BOOL);
  }

  /** Sluice's own: read by the worker, never sent to it, always sensitive. */
  private static Function workerEnvironment() {
    return Function.named("worker_env")
        .with("name", Types.STRING)
        .gives(Types.STRING)
        .does(
            (a, type, context) -> {
              String name = a.get(0).asText();
              if (!context.moment().hasEnvironment()) {
                return Value.unknownNotNull(Types.STRING).withMarks(Set.of(Mark.SENSITIVE));
              }
              String value =
                  context
                      .moment()
                      .environment(name)
                      .orElseThrow(
                          () ->
                              new FunctionFailure(
                                  0, "the worker's environment has no variable " + name));
              return Value.of(value).withMarks(Set.of(Mark.SENSITIVE));
            });
  }
}
