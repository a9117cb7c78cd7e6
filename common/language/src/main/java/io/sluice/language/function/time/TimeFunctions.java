package io.sluice.language.function.time;

import io.sluice.language.function.Function;
import io.sluice.language.function.FunctionFailure;
import io.sluice.language.function.Moment;
import io.sluice.language.value.GoQuote;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.format.TextStyle;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Dates and times. */
public final class TimeFunctions {
  private static final Pattern PART = Pattern.compile("(\\d*\\.?\\d*)(\\p{L}*)");
  private static final Map<String, Long> UNITS =
      Map.of(
          "ns", 1L,
          "us", 1_000L,
          "µs", 1_000L,
          "μs", 1_000L,
          "ms", 1_000_000L,
          "s", 1_000_000_000L,
          "m", 60_000_000_000L,
          "h", 3_600_000_000_000L);

  private TimeFunctions() {}

  public static List<Function> all() {
    return List.of(
        formatDate(),
        timeAdd(),
        timeCompare(),
        now("timestamp", moment -> moment.timestamp()),
        now("plantimestamp", moment -> moment.planTimestamp()));
  }

  private interface Clock {
    Optional<String> of(Moment moment);
  }

  private static Function now(String name, Clock clock) {
    return Function.named(name)
        .gives(Types.STRING)
        .does(
            (a, type, context) ->
                clock
                    .of(context.moment())
                    .map(Value::of)
                    .orElseGet(() -> Value.unknownNotNull(Types.STRING)));
  }

  private static Function timeAdd() {
    return Function.named("timeadd")
        .with("timestamp", Types.STRING)
        .with("duration", Types.STRING)
        .gives(Types.STRING)
        .does(
            (a, type, context) -> {
              OffsetDateTime time = Rfc3339.parse(-1, a.get(0).asText());
              return Value.of(Rfc3339.print(time.plus(duration(a.get(1).asText()))));
            });
  }

  private static Duration duration(String text) throws FunctionFailure {
    String rest = text.startsWith("-") || text.startsWith("+") ? text.substring(1) : text;
    if (rest.equals("0")) {
      return Duration.ZERO;
    }
    if (rest.isEmpty()) {
      throw new FunctionFailure("time: invalid duration " + GoQuote.quote(text));
    }
    BigDecimal nanos = BigDecimal.ZERO;
    Matcher matcher = PART.matcher(rest);
    int position = 0;
    while (position < rest.length()) {
      if (!matcher.region(position, rest.length()).lookingAt()
          || matcher.end() == position
          || matcher.group(1).isEmpty()
          || matcher.group(1).equals(".")) {
        throw new FunctionFailure("time: invalid duration " + GoQuote.quote(text));
      }
      String unit = matcher.group(2);
      Long size = UNITS.get(unit);
      if (size == null) {
        throw new FunctionFailure(
            unit.isEmpty()
                ? "time: missing unit in duration " + GoQuote.quote(text)
                : "time: unknown unit "
                    + GoQuote.quote(unit)
                    + " in duration "
                    + GoQuote.quote(text));
      }
      String digits = matcher.group(1);
      nanos =
          nanos.add(
              new BigDecimal(digits.startsWith(".") ? "0" + digits : digits)
                  .multiply(BigDecimal.valueOf(size)));
      position = matcher.end();
    }
    BigDecimal whole = nanos.setScale(0, RoundingMode.DOWN);
    if (whole.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
      throw new FunctionFailure("time: invalid duration " + GoQuote.quote(text));
    }
    Duration result = Duration.ofNanos(whole.longValueExact());
    return text.startsWith("-") ? result.negated() : result;
  }

  private static Function timeCompare() {
    return Function.named("timecmp")
        .with("timestamp_a", Types.STRING)
        .with("timestamp_b", Types.STRING)
        .gives(Types.NUMBER)
        .does(
            (a, type, context) ->
                Value.of(
                    Integer.signum(
                        Rfc3339.parse(0, a.get(0).asText())
                            .toInstant()
                            .compareTo(Rfc3339.parse(1, a.get(1).asText()).toInstant()))));
  }

  private static Function formatDate() {
    return Function.named("formatdate")
        .with("format", Types.STRING)
        .with("time", Types.STRING)
        .gives(Types.STRING)
        .does(
            (a, type, context) -> {
              OffsetDateTime time = Rfc3339.parse(1, a.get(1).asText());
              return Value.of(format(a.get(0).asText(), time));
            });
  }

  private static String format(String format, OffsetDateTime time) throws FunctionFailure {
    StringBuilder out = new StringBuilder();
    int i = 0;
    while (i < format.length()) {
      char c = format.charAt(i);
      if (c == '\'') {
        i = quoted(format, i, out);
      } else if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) {
        int end = i;
        while (end < format.length() && format.charAt(end) == c) {
          end++;
        }
        out.append(verb(format.substring(i, end), time));
        i = end;
      } else {
        out.append(c);
        i++;
      }
    }
    return out.toString();
  }

  private static int quoted(String format, int start, StringBuilder out) throws FunctionFailure {
    int i = start + 1;
    while (i < format.length()) {
      if (format.charAt(i) != '\'') {
        out.append(format.charAt(i++));
      } else if (format.startsWith("''", i)) {
        out.append('\'');
        i += 2;
      } else {
        return i + 1;
      }
    }
    throw new FunctionFailure(0, "unterminated literal '");
  }

  private static String verb(String verb, OffsetDateTime time) throws FunctionFailure {
    int hour = time.getHour();
    int half = hour % 12 == 0 ? 12 : hour % 12;
    return switch (verb) {
      case "YY" -> "%02d".formatted(time.getYear() % 100);
      case "YYYY" -> "%04d".formatted(time.getYear());
      case "M" -> Integer.toString(time.getMonthValue());
      case "MM" -> "%02d".formatted(time.getMonthValue());
      case "MMM" -> time.getMonth().getDisplayName(TextStyle.FULL, Locale.ENGLISH).substring(0, 3);
      case "MMMM" -> time.getMonth().getDisplayName(TextStyle.FULL, Locale.ENGLISH);
      case "D" -> Integer.toString(time.getDayOfMonth());
      case "DD" -> "%02d".formatted(time.getDayOfMonth());
      case "EEE" -> day(time).substring(0, 3);
      case "EEEE" -> day(time);
      case "h" -> Integer.toString(hour);
      case "hh" -> "%02d".formatted(hour);
      case "H" -> Integer.toString(half);
      case "HH" -> "%02d".formatted(half);
      case "AA" -> hour < 12 ? "AM" : "PM";
      case "aa" -> hour < 12 ? "am" : "pm";
      case "m" -> Integer.toString(time.getMinute());
      case "mm" -> "%02d".formatted(time.getMinute());
      case "s" -> Integer.toString(time.getSecond());
      case "ss" -> "%02d".formatted(time.getSecond());
      case "Z" -> Rfc3339.offset(time, true, "Z");
      case "ZZZ" -> Rfc3339.offset(time, false, "UTC");
      case "ZZZZ" -> Rfc3339.offset(time, false, "");
      case "ZZZZZ" -> Rfc3339.offset(time, true, "");
      default ->
          throw new FunctionFailure(
              0, "invalid date format verb " + GoQuote.quote(verb) + expected(verb));
    };
  }

  private static String day(OffsetDateTime time) {
    return time.getDayOfWeek().getDisplayName(TextStyle.FULL, Locale.ENGLISH);
  }

  private static String expected(String verb) {
    return switch (verb.charAt(0)) {
      case 'Y' -> ": year must either be \"YY\" or \"YYYY\"";
      case 'M' -> ": month must be \"M\", \"MM\", \"MMM\", or \"MMMM\"";
      case 'D' -> ": day of month must either be \"D\" or \"DD\"";
      case 'E' -> ": day of week must either be \"EEE\" or \"EEEE\"";
      case 'h' -> ": 24-hour must either be \"h\" or \"hh\"";
      case 'H' -> ": 12-hour must either be \"H\" or \"HH\"";
      case 'A' -> ": must be \"AA\"";
      case 'a' -> ": must be \"aa\"";
      case 'm' -> ": minute must either be \"m\" or \"mm\"";
      case 's' -> ": second must either be \"s\" or \"ss\"";
      case 'Z' -> ": timezone must be Z, ZZZ, ZZZZ, or ZZZZZ";
      default -> "";
    };
  }
}
