package io.sluice.language.function.text;

import com.google.re2j.Matcher;
import io.sluice.language.function.Budget;
import io.sluice.language.function.Function;
import io.sluice.language.function.FunctionFailure;
import io.sluice.language.function.Growth;
import io.sluice.language.value.Extent;
import io.sluice.language.value.ListValue;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.TupleValue;
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Regular expressions. */
public final class RegexFunctions {
  private RegexFunctions() {}

  public static List<Function> all() {
    return List.of(regex(), regexAll(), replace());
  }

  private static Function regex() {
    return Function.named("regex")
        .with("pattern", Types.STRING)
        .with("string", Types.STRING)
        .gives(a -> a.get(0).isKnown() ? shape(GoRegex.compile(a.get(0).asText())) : Types.ANY)
        .does(
            (a, type, context) -> {
              GoRegex regex = GoRegex.compile(a.get(0).asText());
              GoRegex.Matches matches = regex.in(a.get(1).asText(), context.budget());
              if (!matches.next()) {
                throw new FunctionFailure("pattern did not match any part of the given string");
              }
              return captured(regex, matches.match());
            });
  }

  private static Function regexAll() {
    return Function.named("regexall")
        .with("pattern", Types.STRING)
        .with("string", Types.STRING)
        .gives(
            a ->
                a.get(0).isKnown()
                    ? Type.list(shape(GoRegex.compile(a.get(0).asText())))
                    : Types.ANY)
        .does(
            (a, type, context) -> {
              GoRegex regex = GoRegex.compile(a.get(0).asText());
              GoRegex.Matches matches = regex.in(a.get(1).asText(), context.budget());
              List<Value> all = new ArrayList<>();
              while (matches.next()) {
                all.add(captured(regex, matches.match()));
                context.budget().produced(all.getLast().extent().size());
              }
              return ListValue.of(type.element(), all);
            });
  }

  /** The type that a match has: text, a tuple of groups, or an object of named groups. */
  private static Type shape(GoRegex regex) throws FunctionFailure {
    List<@Nullable String> names = regex.names();
    if (names.isEmpty()) {
      return Types.STRING;
    }
    Map<String, Type> attributes = new LinkedHashMap<>();
    List<Type> elements = new ArrayList<>();
    for (String name : names) {
      if (name == null) {
        elements.add(Types.STRING);
      } else {
        attributes.put(name, Types.STRING);
      }
    }
    if (!attributes.isEmpty() && !elements.isEmpty()) {
      throw new FunctionFailure(
          0, "invalid regexp pattern: cannot mix both named and unnamed capture groups");
    }
    return attributes.isEmpty() ? Type.tuple(elements) : Type.object(attributes);
  }

  private static Value captured(GoRegex regex, Matcher match) {
    List<@Nullable String> names = regex.names();
    if (names.isEmpty()) {
      return Value.of(match.group());
    }
    List<Value> groups = new ArrayList<>();
    Map<String, Value> named = new LinkedHashMap<>();
    for (int i = 0; i < names.size(); i++) {
      String text = match.group(i + 1);
      Value value = text == null ? Value.nullOf(Types.STRING) : Value.of(text);
      String name = names.get(i);
      if (name == null) {
        groups.add(value);
      } else {
        named.put(name, value);
      }
    }
    return named.isEmpty() ? TupleValue.of(groups) : ObjectValue.of(named);
  }

  private static Function replace() {
    return Function.named("replace")
        .with("str", Types.STRING)
        .with("substr", Types.STRING)
        .with("replace", Types.STRING)
        .gives(Types.STRING)
        .does(
            (a, type, context) -> {
              String text = a.get(0).asText();
              String search = a.get(1).asText();
              String replacement = a.get(2).asText();
              if (search.length() > 1 && search.startsWith("/") && search.endsWith("/")) {
                return Value.of(
                    replaced(
                        text,
                        search.substring(1, search.length() - 1),
                        replacement,
                        context.budget()));
              }
              return Value.of(Growth.replaced(text, search, replacement));
            });
  }

  private static String replaced(String text, String pattern, String replacement, Budget budget)
      throws FunctionFailure {
    GoRegex regex = GoRegex.compile(pattern, GoRegex.Words.PLAIN);
    GoRegex.Matches matches = regex.in(text, budget);
    StringBuilder out = new StringBuilder();
    int last = 0;
    while (matches.next()) {
      Matcher match = matches.match();
      out.append(text, last, match.start());
      expand(replacement, regex, match, out);
      Extent.requireText(out.length());
      last = match.end();
    }
    return out.append(text, last, text.length()).toString();
  }

  /**
   * Puts groups into a replacement: {@code $1}, <code>${name}</code>, and {@code $$} for itself.
   */
  private static void expand(String replacement, GoRegex regex, Matcher match, StringBuilder out) {
    int i = 0;
    while (i < replacement.length()) {
      Extent.requireText(out.length());
      char c = replacement.charAt(i);
      if (c != '$' || i + 1 == replacement.length()) {
        out.append(c);
        i++;
      } else if (replacement.charAt(i + 1) == '$') {
        out.append('$');
        i += 2;
      } else {
        i = expandName(replacement, i, regex, match, out);
      }
    }
  }

  private static int expandName(
      String replacement, int dollar, GoRegex regex, Matcher match, StringBuilder out) {
    boolean braced = replacement.charAt(dollar + 1) == '{';
    int start = braced ? dollar + 2 : dollar + 1;
    int end = start;
    while (end < replacement.length() && isName(replacement.charAt(end))) {
      end++;
    }
    boolean closed = !braced || (end < replacement.length() && replacement.charAt(end) == '}');
    if (end == start || !closed) {
      out.append('$');
      return dollar + 1;
    }
    String name = replacement.substring(start, end);
    int group = -1;
    if (name.chars().allMatch(c -> c >= '0' && c <= '9')) {
      group = name.length() < 6 ? Integer.parseInt(name) : -1;
    } else if (regex.names().contains(name)) {
      group = regex.names().indexOf(name) + 1;
    }
    if (group >= 0 && group <= match.groupCount()) {
      String text = match.group(group);
      out.append(text == null ? "" : text);
    }
    return braced ? end + 1 : end;
  }

  private static boolean isName(char c) {
    return c == '_' || Character.isLetterOrDigit(c);
  }
}
