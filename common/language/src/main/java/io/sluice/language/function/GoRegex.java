package io.sluice.language.function;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * Patterns in the syntax of Go's RE2, carried out by Java's engine: what differs is translated, and
 * what RE2 refuses (look-around, back references, possessive quantifiers) is refused.
 *
 * @param names the name of each group, or null where it has none
 */
record GoRegex(Pattern pattern, List<@Nullable String> names) {
  private static final int MOST_REPEATS = 1000;

  /** How a fault is told: {@code regex} and {@code replace} use different words. */
  enum Words {
    PATTERN,
    PLAIN
  }

  static GoRegex compile(String source) throws FunctionFailure {
    return compile(source, Words.PATTERN);
  }

  static GoRegex compile(String source, Words words) throws FunctionFailure {
    Translation translation = new Translation(source, words);
    String java = translation.translate();
    try {
      return new GoRegex(Pattern.compile(java, Pattern.UNIX_LINES), translation.names);
    } catch (PatternSyntaxException e) {
      throw translation.invalid("malformed expression", source);
    }
  }

  private static final class Translation {
    private final String source;
    private final StringBuilder out = new StringBuilder();
    private final List<@Nullable String> names = new ArrayList<>();
    private final Deque<Boolean> outer = new ArrayDeque<>();
    private boolean multiline;
    private final Words words;
    private boolean ungreedy;
    private int position;

    Translation(String source, Words words) {
      this.source = source;
      this.words = words;
    }

    FunctionFailure invalid(String what, String where) {
      return words == Words.PATTERN
          ? new FunctionFailure(0, "invalid regexp pattern: " + what + " in " + where)
          : new FunctionFailure("error parsing regexp: " + what + ": `" + where + "`");
    }

    String translate() throws FunctionFailure {
      while (position < source.length()) {
        char c = source.charAt(position);
        switch (c) {
          case '\\' -> escape(false);
          case '[' -> characterClass();
          case '(' -> open();
          case ')' -> close();
          case '$' -> literal(multiline ? "$" : "\\z");
          case '*', '+', '?' -> repeat(1);
          case '{' -> brace();
          default -> literal(String.valueOf(c));
        }
      }
      if (!outer.isEmpty()) {
        throw invalid("missing closing )", source);
      }
      return out.toString();
    }

    private void literal(String text) {
      out.append(text);
      position++;
    }

    private void open() throws FunctionFailure {
      if (!source.startsWith("(?", position)) {
        outer.push(multiline);
        names.add(null);
        literal("(");
        return;
      }
      int name = source.startsWith("(?P<", position) ? 4 : 3;
      boolean named = source.startsWith("(?P<", position) || isNamed();
      if (named) {
        int end = source.indexOf('>', position);
        String text = end < 0 ? "" : source.substring(position + name, end);
        if (!text.matches("[A-Za-z0-9_]+")) {
          throw invalid("invalid named capture", source.substring(position));
        }
        outer.push(multiline);
        names.add(text);
        out.append('(');
        position = end + 1;
        return;
      }
      flags();
    }

    private boolean isNamed() {
      return source.startsWith("(?<", position);
    }

    private void flags() throws FunctionFailure {
      int i = position + 2;
      boolean on = true;
      boolean lines = multiline;
      StringBuilder java = new StringBuilder("(?");
      for (; i < source.length() && ":)".indexOf(source.charAt(i)) < 0; i++) {
        char flag = source.charAt(i);
        switch (flag) {
          case '-' -> {
            on = false;
            java.append('-');
          }
          case 'i' -> java.append("iu");
          case 's' -> java.append('s');
          case 'U' -> ungreedy = on;
          case 'm' -> {
            lines = on;
            java.append('m');
          }
          default ->
              throw invalid(
                  "invalid or unsupported Perl syntax", source.substring(position, i + 1));
        }
      }
      if (i >= source.length()) {
        throw invalid("missing argument to repetition operator", source.substring(position));
      }
      if (source.charAt(i) == ':') {
        outer.push(multiline);
      }
      multiline = lines;
      out.append(java).append(source.charAt(i));
      position = i + 1;
    }

    private void close() throws FunctionFailure {
      if (outer.isEmpty()) {
        throw invalid("unexpected )", source);
      }
      multiline = outer.pop();
      literal(")");
    }

    private void repeat(int length) throws FunctionFailure {
      int start = position;
      if (out.isEmpty() || "(|".indexOf(source.charAt(Math.max(0, position - 1))) >= 0) {
        boolean escaped = position > 1 && source.charAt(position - 2) == '\\';
        if (!escaped) {
          throw invalid(
              "missing argument to repetition operator",
              source.substring(position, position + length));
        }
      }
      out.append(source, position, position + length);
      position += length;
      boolean marked = position < source.length() && source.charAt(position) == '?';
      if (marked) {
        position++;
      }
      if (marked != ungreedy) {
        out.append('?');
      }
      if (position < source.length() && "*+?".indexOf(source.charAt(position)) >= 0) {
        throw invalid("invalid nested repetition operator", source.substring(start, position + 1));
      }
    }

    private void brace() throws FunctionFailure {
      java.util.regex.Matcher counted =
          Pattern.compile("\\{(\\d+)(,(\\d*))?}").matcher(source).region(position, source.length());
      if (!counted.lookingAt()) {
        literal("\\{");
        return;
      }
      String from = counted.group(1);
      String to = counted.group(3) == null || counted.group(3).isEmpty() ? from : counted.group(3);
      boolean large = from.length() > 4 || to.length() > 4;
      if (large
          || Integer.parseInt(from) > MOST_REPEATS
          || Integer.parseInt(to) > MOST_REPEATS
          || Integer.parseInt(to) < Integer.parseInt(from)) {
        throw invalid("invalid repeat count", counted.group());
      }
      repeat(counted.group().length());
    }

    private void escape(boolean inClass) throws FunctionFailure {
      if (position + 1 >= source.length()) {
        throw invalid("trailing backslash at end of expression", "");
      }
      char c = source.charAt(position + 1);
      String pair = source.substring(position, position + 2);
      switch (c) {
        case 's' -> take(inClass ? "\\t\\n\\f\\r " : "[\\t\\n\\f\\r ]");
        case 'S' -> take("[^\\t\\n\\f\\r ]");
        case 'v' -> take("\\x0B");
        case 'd', 'D', 'w', 'W', 'a', 'f', 'n', 'r', 't' -> take(pair);
        case 'b', 'B', 'A', 'z' -> {
          if (inClass) {
            throw invalid("invalid escape sequence", pair);
          }
          take(pair);
        }
        case 'p', 'P' -> property(c);
        case 'x' -> hexadecimal();
        case 'Q' -> quoted();
        case '0', '1', '2', '3', '4', '5', '6', '7' -> octal(c);
        default -> {
          if (c >= 0x80 || Character.isLetterOrDigit(c)) {
            throw invalid("invalid escape sequence", pair);
          }
          take(pair);
        }
      }
    }

    private void take(String java) {
      out.append(java);
      position += 2;
    }

    private void octal(char first) throws FunctionFailure {
      int end = position + 2;
      while (end < source.length() && end < position + 4 && isOctal(source.charAt(end))) {
        end++;
      }
      if (first != '0' && end == position + 2) {
        throw invalid("invalid escape sequence", source.substring(position, end));
      }
      int code = Integer.parseInt(source.substring(position + 1, end), 8);
      out.append(String.format("\\x{%x}", code));
      position = end;
    }

    private static boolean isOctal(char c) {
      return c >= '0' && c <= '7';
    }

    private void hexadecimal() throws FunctionFailure {
      java.util.regex.Matcher digits =
          Pattern.compile("\\\\x(\\{([0-9A-Fa-f]{1,6})}|([0-9A-Fa-f]{2}))")
              .matcher(source)
              .region(position, source.length());
      if (!digits.lookingAt()) {
        throw invalid(
            "invalid escape sequence",
            source.substring(position, Math.min(source.length(), position + 3)));
      }
      String hex = digits.group(2) == null ? digits.group(3) : digits.group(2);
      out.append("\\x{").append(hex).append('}');
      position = digits.end();
    }

    private void quoted() {
      int end = source.indexOf("\\E", position);
      int stop = end < 0 ? source.length() : end;
      out.append(Pattern.quote(source.substring(position + 2, stop)));
      position = end < 0 ? stop : end + 2;
    }

    private void property(char kind) throws FunctionFailure {
      int end = position + 3;
      String name;
      if (source.startsWith("{", position + 2)) {
        end = source.indexOf('}', position) + 1;
        name = end == 0 ? "" : source.substring(position + 3, end - 1);
      } else {
        name =
            source.substring(
                Math.min(position + 2, source.length()), Math.min(end, source.length()));
      }
      boolean negated = name.startsWith("^");
      String plain = negated ? name.substring(1) : name;
      if (plain.isEmpty()) {
        throw invalid("invalid character class range", source.substring(position));
      }
      char java = negated ? (kind == 'p' ? 'P' : 'p') : kind;
      out.append('\\').append(java).append('{');
      out.append(plain.length() > 2 ? "Is" + plain : plain).append('}');
      position = end;
    }

    private void characterClass() throws FunctionFailure {
      int start = position;
      literal("[");
      if (position < source.length() && source.charAt(position) == '^') {
        literal("^");
      }
      boolean first = true;
      while (position < source.length() && (first || source.charAt(position) != ']')) {
        first = false;
        char c = source.charAt(position);
        if (source.startsWith("[:", position) && source.indexOf(":]", position) > 0) {
          posix();
        } else if (c == '\\') {
          escape(true);
        } else if (c == '[' || c == '&' || c == ']' || c == ' ' || c == '#') {
          literal("\\" + c);
        } else {
          literal(String.valueOf(c));
        }
      }
      if (position >= source.length()) {
        throw invalid("missing closing ]", source.substring(start));
      }
      literal("]");
    }

    private void posix() throws FunctionFailure {
      int end = source.indexOf(":]", position);
      String name = source.substring(position + 2, end);
      boolean negated = name.startsWith("^");
      String plain = negated ? name.substring(1) : name;
      String java =
          switch (plain) {
            case "alnum" -> "Alnum";
            case "alpha" -> "Alpha";
            case "ascii" -> "ASCII";
            case "blank" -> "Blank";
            case "cntrl" -> "Cntrl";
            case "digit" -> "Digit";
            case "graph" -> "Graph";
            case "lower" -> "Lower";
            case "print" -> "Print";
            case "punct" -> "Punct";
            case "space" -> "Space";
            case "upper" -> "Upper";
            case "word" -> "word";
            case "xdigit" -> "XDigit";
            default -> throw invalid("invalid character class range", "[:" + name + ":]");
          };
      if (java.equals("word")) {
        out.append(negated ? "\\W" : "\\w");
      } else {
        out.append(negated ? "\\P{" : "\\p{").append(java).append('}');
      }
      position = end + 2;
    }
  }
}
