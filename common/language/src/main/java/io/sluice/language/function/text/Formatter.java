package io.sluice.language.function.text;

import io.sluice.language.function.FunctionFailure;
import io.sluice.language.function.Graphemes;
import io.sluice.language.value.Extent;
import io.sluice.language.value.GoQuote;
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.language.value.convert.Conversion;
import io.sluice.language.value.convert.ConversionException;
import io.sluice.language.value.json.JsonText;
import io.sluice.language.value.number.BigFloat;
import io.sluice.language.value.number.FloatText;
import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The {@code %} sequences of {@code format}. */
final class Formatter {
  private static final Pattern VERB =
      Pattern.compile("%([ #+0-]*)(\\d+)?(?:\\.(\\d+))?(?:\\[(\\d+)])?([A-Za-z%])");
  private static final int WIDEST = 1_000_000;

  /** One sequence, read. Width and precision are -1 where they are not given. */
  private record Verb(String raw, int offset, String flags, int width, int precision, char mode) {
    boolean has(char flag) {
      return flags.indexOf(flag) >= 0;
    }

    String shown() {
      return GoQuote.quote(raw) + " at " + offset;
    }
  }

  private Formatter() {}

  static String format(String format, List<Value> arguments) throws FunctionFailure {
    StringBuilder out = new StringBuilder();
    Matcher matcher = VERB.matcher(format);
    int position = 0;
    int next = 1;
    int highest = 0;
    while (position < format.length()) {
      int percent = format.indexOf('%', position);
      if (percent < 0) {
        out.append(format, position, format.length());
        break;
      }
      out.append(format, position, percent);
      if (!matcher.region(percent, format.length()).lookingAt()) {
        throw malformed(format, percent);
      }
      position = matcher.end();
      char mode = matcher.group(5).charAt(0);
      if (mode == '%') {
        out.append('%');
        continue;
      }
      int offset = bytes(format.substring(0, percent));
      int index = matcher.group(4) == null ? next : number(matcher.group(4));
      Verb verb =
          new Verb(
              matcher.group(),
              offset,
              matcher.group(1),
              number(matcher.group(2)),
              number(matcher.group(3)),
              mode);
      if (index < 1 || index > arguments.size()) {
        throw new FunctionFailure(
            "not enough arguments for %s: need index %d but have %d total"
                .formatted(verb.shown(), index, arguments.size()));
      }
      highest = Math.max(highest, index);
      next = index + 1;
      out.append(one(verb, arguments.get(index - 1)));
      Extent.requireText(out.length());
    }
    if (highest < arguments.size()) {
      throw new FunctionFailure(
          highest + 1,
          highest == 0
              ? "too many arguments; no verbs in format string"
              : "too many arguments; only " + highest + " used by format string");
    }
    return out.toString();
  }

  private static int bytes(String text) {
    return text.getBytes(java.nio.charset.StandardCharsets.UTF_8).length;
  }

  private static int number(@org.jspecify.annotations.Nullable String digits)
      throws FunctionFailure {
    if (digits == null) {
      return -1;
    }
    if (digits.length() > 7 || Integer.parseInt(digits) > WIDEST) {
      throw new FunctionFailure(0, "a width or precision of " + digits + " is too large");
    }
    return Integer.parseInt(digits);
  }

  private static FunctionFailure malformed(String format, int percent) {
    int i = percent + 1;
    while (i < format.length() && "+-0 #.123456789[]".indexOf(format.charAt(i)) >= 0) {
      i++;
    }
    if (i >= format.length()) {
      return new FunctionFailure(
          "invalid format string starting at offset " + bytes(format.substring(0, i)));
    }
    return new FunctionFailure(
        "unrecognized format character '%s' at offset %d"
            .formatted(Character.toString(format.codePointAt(i)), bytes(format.substring(0, i))));
  }

  private static String one(Verb verb, Value value) throws FunctionFailure {
    if (verb.mode() != 'v' && value.isNull()) {
      throw new FunctionFailure(
          "unsupported value for " + verb.shown() + ": null value cannot be formatted");
    }
    return switch (verb.mode()) {
      case 'v' -> asIs(verb, value);
      case 't' -> convert(verb, value, Types.BOOL).isTrue() ? "true" : "false";
      case 'b', 'd', 'o', 'x', 'X' -> integer(verb, convert(verb, value, Types.NUMBER).asNumber());
      case 'e', 'E', 'f', 'g', 'G' -> real(verb, convert(verb, value, Types.NUMBER).asNumber());
      case 's' -> padded(verb, cut(verb, convert(verb, value, Types.STRING).asText()));
      case 'q' ->
          padded(
              verb,
              JsonText.encode(Value.of(cut(verb, convert(verb, value, Types.STRING).asText()))));
      default ->
          throw new FunctionFailure(
              "unsupported format verb '%s' in %s at offset %d"
                  .formatted(verb.mode(), GoQuote.quote(verb.raw()), verb.offset()));
    };
  }

  private static Value convert(Verb verb, Value value, Type type) throws FunctionFailure {
    try {
      return Conversion.convert(value, type);
    } catch (ConversionException e) {
      throw new FunctionFailure("unsupported value for " + verb.shown() + ": " + e.reason());
    }
  }

  private static String asIs(Verb verb, Value value) {
    if (!verb.has('#')) {
      if (value instanceof Value.StringValue(String text)) {
        return padded(verb, text);
      }
      if (value instanceof Value.NumberValue(BigFloat number)) {
        return padded(verb, FloatText.general(number, -1));
      }
    }
    return padded(verb, JsonText.encode(value));
  }

  private static String cut(Verb verb, String text) {
    if (verb.precision() <= 0) {
      return text;
    }
    List<String> clusters = Graphemes.of(text);
    return String.join("", clusters.subList(0, Math.min(verb.precision(), clusters.size())));
  }

  private static String padded(Verb verb, String text) {
    int missing = verb.width() - Graphemes.count(text);
    if (missing <= 0) {
      return text;
    }
    String pad = (verb.has('0') ? "0" : " ").repeat(missing);
    return verb.has('-') ? text + pad : pad + text;
  }

  private static String integer(Verb verb, BigFloat number) throws FunctionFailure {
    if (!number.isInteger()) {
      throw new FunctionFailure(
          "unsupported value for " + verb.shown() + ": an integer is required");
    }
    BigInteger whole = number.toBigInteger();
    int radix =
        switch (verb.mode()) {
          case 'b' -> 2;
          case 'o' -> 8;
          case 'd' -> 10;
          default -> 16;
        };
    String digits = whole.abs().toString(radix);
    if (verb.mode() == 'X') {
      digits = digits.toUpperCase(Locale.ROOT);
    }
    if (verb.precision() > digits.length()) {
      digits = "0".repeat(verb.precision() - digits.length()) + digits;
    }
    if (verb.precision() == 0 && whole.signum() == 0) {
      digits = "";
    }
    boolean zeros = verb.has('0') && !verb.has('-') && verb.precision() < 0;
    return signed(verb, sign(verb, whole.signum()) + prefix(verb), digits, zeros);
  }

  private static String prefix(Verb verb) {
    if (!verb.has('#')) {
      return "";
    }
    return switch (verb.mode()) {
      case 'x' -> "0x";
      case 'X' -> "0X";
      case 'o' -> "0";
      case 'b' -> "0b";
      default -> "";
    };
  }

  private static String sign(Verb verb, int signum) {
    if (signum < 0) {
      return "-";
    }
    return verb.has('+') ? "+" : verb.has(' ') ? " " : "";
  }

  private static String signed(Verb verb, String sign, String digits, boolean zeros) {
    int missing = verb.width() - sign.length() - digits.length();
    if (missing <= 0) {
      return sign + digits;
    }
    if (zeros) {
      return sign + "0".repeat(missing) + digits;
    }
    String pad = " ".repeat(missing);
    return verb.has('-') ? sign + digits + pad : pad + sign + digits;
  }

  private static String real(Verb verb, BigFloat number) {
    int places = verb.precision();
    BigFloat size = number.abs();
    String digits =
        switch (verb.mode()) {
          case 'f' -> FloatText.fixed(size, places < 0 ? 6 : places);
          case 'e', 'E' -> FloatText.scientific(size, places < 0 ? 6 : places);
          default -> FloatText.general(size, places);
        };
    if (number.isInfinite()) {
      return signed(verb, number.signum() < 0 ? "-" : "+", "Inf", false);
    }
    if (Character.isUpperCase(verb.mode())) {
      digits = digits.toUpperCase(Locale.ROOT);
    }
    boolean zeros = verb.has('0') && !verb.has('-');
    return signed(verb, sign(verb, number.signum()), digits, zeros);
  }
}
