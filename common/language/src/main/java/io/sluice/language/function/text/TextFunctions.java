package io.sluice.language.function.text;

import io.sluice.language.function.Function;
import io.sluice.language.function.FunctionContext;
import io.sluice.language.function.FunctionFailure;
import io.sluice.language.function.Growth;
import io.sluice.language.function.Parameter;
import io.sluice.language.function.file.FileFunctions;
import io.sluice.language.function.number.NumberFunctions;
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Strings and lists of them, and templates. */
public final class TextFunctions {
  /**
   * Templates within templates; deeper nesting is taken for a loop. The stack of a thread would not
   * hold a thousand.
   */
  private static final int DEEPEST = 100;

  private TextFunctions() {}

  public static List<Function> all() {
    return List.of(split(), join(), indent(), templateString(), templateFile());
  }

  private static Function split() {
    return Function.named("split")
        .with("separator", Types.STRING)
        .with("str", Types.STRING)
        .gives(Type.list(Types.STRING))
        .does(
            (a, type, context) -> {
              String separator = a.get(0).asText();
              String text = a.get(1).asText();
              if (!separator.isEmpty()) {
                return Value.strings(List.of(text.split(Pattern.quote(separator), -1)));
              }
              List<String> characters = new ArrayList<>();
              text.codePoints().forEach(c -> characters.add(Character.toString(c)));
              return Value.strings(characters);
            });
  }

  private static Function join() {
    return Function.named("join")
        .with("separator", Types.STRING)
        .more(Parameter.of("lists", Type.list(Types.STRING)))
        .gives(Types.STRING)
        .does(
            (a, type, context) -> {
              if (a.size() < 2) {
                throw new FunctionFailure("at least one list is required");
              }
              List<String> parts = new ArrayList<>();
              for (int i = 1; i < a.size(); i++) {
                if (!a.get(i).isWhollyKnown()) {
                  return Value.unknownNotNull(Types.STRING);
                }
              }
              for (int i = 1; i < a.size(); i++) {
                collect(a, i, parts);
              }
              return Value.of(Growth.joined(a.get(0).asText(), parts));
            });
  }

  private static void collect(List<Value> arguments, int list, List<String> parts)
      throws FunctionFailure {
    int position = 0;
    for (Value element : arguments.get(list).elements()) {
      if (element.isNull()) {
        throw new FunctionFailure(
            list,
            arguments.size() == 2
                ? "element " + position + " is null; cannot concatenate null values"
                : "element "
                    + position
                    + " of list "
                    + list
                    + " is null; cannot concatenate null values");
      }
      parts.add(element.asText());
      position++;
    }
  }

  private static Function indent() {
    return Function.named("indent")
        .with("spaces", Types.NUMBER)
        .with("str", Types.STRING)
        .gives(Types.STRING)
        .does(
            (a, type, context) -> {
              int spaces = NumberFunctions.wholeNumber(0, a.get(0).asNumber());
              if (spaces < 0 || spaces > 1_000_000) {
                throw new FunctionFailure(0, "the number of spaces must be between 0 and 1000000");
              }
              return Value.of(Growth.replaced(a.get(1).asText(), "\n", "\n" + " ".repeat(spaces)));
            });
  }

  private static Function templateString() {
    return Function.named("templatestring")
        .with("template", Types.STRING)
        .with("vars", Types.ANY)
        .gives(Types.ANY)
        .does(
            (a, type, context) ->
                render("<templatestring argument>", a.get(0).asText(), a.get(1), context));
  }

  private static Function templateFile() {
    return Function.named("templatefile")
        .with(Parameter.of("path", Types.STRING).allowingMarks())
        .with("vars", Types.ANY)
        .gives(Types.ANY)
        .does(
            (a, type, context) -> {
              String path = a.get(0).unmarked().asText();
              String text = FileFunctions.text(path, context);
              return render(path, text, a.get(1), context).withMarks(a.get(0).marks());
            });
  }

  private static Value render(String name, String text, Value variables, FunctionContext context)
      throws FunctionFailure {
    Type type = variables.type();
    if (!(type instanceof Type.ObjectType) && !(type instanceof Type.MapType)) {
      throw new FunctionFailure(1, "invalid vars value: must be a map");
    }
    if (!variables.isWhollyKnown()) {
      return Value.unknown(Types.ANY);
    }
    if (context.depth() >= DEEPEST) {
      throw new FunctionFailure("maximum recursion depth " + DEEPEST + " reached");
    }
    Map<String, Value> named = new LinkedHashMap<>();
    for (Map.Entry<String, Value> entry : variables.entries().entrySet()) {
      if (!entry.getKey().matches("[\\p{L}_][\\p{L}\\p{N}_-]*")) {
        throw new FunctionFailure(
            1,
            "invalid template variable name \""
                + entry.getKey()
                + "\": must start with a letter, followed by zero or more letters, digits, and"
                + " underscores");
      }
      named.put(entry.getKey(), entry.getValue());
    }
    return context.templates().render(name, text, named, context);
  }
}
