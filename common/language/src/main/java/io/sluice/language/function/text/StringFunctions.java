package io.sluice.language.function.text;

import io.sluice.language.function.Function;
import io.sluice.language.function.FunctionFailure;
import io.sluice.language.function.Graphemes;
import io.sluice.language.function.number.NumberFunctions;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.language.value.number.BigFloat;
import java.util.Collections;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.BinaryOperator;
import java.util.function.IntPredicate;
import java.util.function.UnaryOperator;

/** Strings to strings and bools. */
public final class StringFunctions {
  private StringFunctions() {}

  public static List<Function> all() {
    return List.of(
        unary("chomp", StringFunctions::chomp),
        unary("lower", text -> mapped(text, false)),
        unary("upper", text -> mapped(text, true)),
        unary("title", StringFunctions::title),
        unary("strrev", StringFunctions::reversed),
        unary("trimspace", text -> trimmed(text, StringFunctions::isSpace)),
        binary("trim", "cutset", (text, set) -> trimmed(text, c -> set.indexOf(c) >= 0)),
        binary(
            "trimprefix",
            "prefix",
            (text, prefix) -> text.startsWith(prefix) ? text.substring(prefix.length()) : text),
        binary(
            "trimsuffix",
            "suffix",
            (text, suffix) ->
                text.endsWith(suffix) ? text.substring(0, text.length() - suffix.length()) : text),
        test("endswith", "suffix", String::endsWith),
        test("startswith", "prefix", String::startsWith),
        test("strcontains", "substr", String::contains),
        substring());
  }

  private static Function unary(String name, UnaryOperator<String> operation) {
    return Function.named(name)
        .with("str", Types.STRING)
        .gives(Types.STRING)
        .does((a, type, context) -> Value.of(operation.apply(a.get(0).asText())));
  }

  private static Function binary(String name, String second, BinaryOperator<String> operation) {
    return Function.named(name)
        .with("str", Types.STRING)
        .with(second, Types.STRING)
        .gives(Types.STRING)
        .does(
            (a, type, context) -> Value.of(operation.apply(a.get(0).asText(), a.get(1).asText())));
  }

  private static Function test(String name, String second, BiPredicate<String, String> predicate) {
    return Function.named(name)
        .with("str", Types.STRING)
        .with(second, Types.STRING)
        .gives(Types.BOOL)
        .does((a, type, context) -> Value.of(predicate.test(a.get(0).asText(), a.get(1).asText())));
  }

  private static String chomp(String text) {
    int end = text.length();
    while (end > 0 && (text.charAt(end - 1) == '\n' || text.charAt(end - 1) == '\r')) {
      end--;
    }
    return text.substring(0, end);
  }

  /** Each code point by itself: no locale, and no letter that becomes two. */
  private static String mapped(String text, boolean upper) {
    StringBuilder out = new StringBuilder(text.length());
    text.codePoints()
        .map(c -> upper ? Character.toUpperCase(c) : Character.toLowerCase(c))
        .forEach(out::appendCodePoint);
    return out.toString();
  }

  private static String title(String text) {
    StringBuilder out = new StringBuilder(text.length());
    int previous = ' ';
    for (int c : text.codePoints().toArray()) {
      out.appendCodePoint(separates(previous) ? Character.toTitleCase(c) : c);
      previous = c;
    }
    return out.toString();
  }

  private static boolean separates(int c) {
    if (Character.isLetterOrDigit(c) || c == '_') {
      return false;
    }
    return c < 0x80 || isSpace(c);
  }

  private static String reversed(String text) {
    List<String> clusters = Graphemes.of(text);
    Collections.reverse(clusters);
    return String.join("", clusters);
  }

  private static boolean isSpace(int c) {
    return (c >= 9 && c <= 13) || c == ' ' || c == 0x85 || Character.isSpaceChar(c);
  }

  private static String trimmed(String text, IntPredicate cut) {
    int start = 0;
    int end = text.length();
    while (start < end && cut.test(text.codePointAt(start))) {
      start += Character.charCount(text.codePointAt(start));
    }
    while (end > start && cut.test(text.codePointBefore(end))) {
      end -= Character.charCount(text.codePointBefore(end));
    }
    return text.substring(start, end);
  }

  private static Function substring() {
    return Function.named("substr")
        .with("str", Types.STRING)
        .with("offset", Types.NUMBER)
        .with("length", Types.NUMBER)
        .gives(Types.STRING)
        .does(
            (a, type, context) ->
                substring(a.get(0).asText(), a.get(1).asNumber(), a.get(2).asNumber()));
  }

  private static Value substring(String text, BigFloat offset, BigFloat length)
      throws FunctionFailure {
    int from = NumberFunctions.wholeNumber(-1, offset);
    int count = NumberFunctions.wholeNumber(-1, length);
    List<String> clusters = Graphemes.of(text);
    if (from < 0) {
      from += clusters.size();
      from = Math.max(from, 0);
    }
    int start = Math.min(from, clusters.size());
    int end = count < 0 ? clusters.size() : (int) Math.min(clusters.size(), (long) start + count);
    return Value.of(String.join("", clusters.subList(start, end)));
  }
}
