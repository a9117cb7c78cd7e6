package io.sluice.language.function.time;

import io.sluice.language.function.FunctionFailure;
import io.sluice.language.value.GoQuote;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Timestamps, read strictly and written back as Go writes them. */
final class Rfc3339 {
  private static final Pattern WHOLE =
      Pattern.compile(
          "(\\d{4})-(\\d{2})-(\\d{2})T(\\d{2}):(\\d{2}):(\\d{2})(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})");

  private static final String NO_OFFSET = "end of string before UTC offset";

  private Rfc3339() {}

  static OffsetDateTime parse(int argument, String text) throws FunctionFailure {
    Matcher matcher = WHOLE.matcher(text);
    if (!matcher.matches()) {
      throw invalid(argument, problem(text));
    }
    try {
      String fraction = matcher.group(7) == null ? "" : matcher.group(7).substring(1);
      String nanos = (fraction + "000000000").substring(0, 9);
      return OffsetDateTime.of(
          Integer.parseInt(matcher.group(1)),
          Integer.parseInt(matcher.group(2)),
          Integer.parseInt(matcher.group(3)),
          Integer.parseInt(matcher.group(4)),
          Integer.parseInt(matcher.group(5)),
          Integer.parseInt(matcher.group(6)),
          Integer.parseInt(nanos),
          ZoneOffset.of(matcher.group(8)));
    } catch (DateTimeException e) {
      throw invalid(argument, outOfRange(matcher));
    }
  }

  private static FunctionFailure invalid(int argument, String problem) {
    return new FunctionFailure(argument, "not a valid RFC3339 timestamp: " + problem);
  }

  private static String outOfRange(Matcher parts) {
    int month = Integer.parseInt(parts.group(2));
    int hour = Integer.parseInt(parts.group(4));
    if (month < 1 || month > 12) {
      return "cannot use " + GoQuote.quote(parts.group().substring(7)) + " as month";
    }
    if (hour > 23) {
      return "hour must be between 0 and 23 inclusive";
    }
    if (Integer.parseInt(parts.group(5)) > 59) {
      return "minute must have exactly two digits";
    }
    if (Integer.parseInt(parts.group(6)) > 59) {
      return "cannot use " + GoQuote.quote(parts.group().substring(19)) + " as second";
    }
    int offset = parts.group(8).equals("Z") ? 0 : Integer.parseInt(parts.group(8).substring(1, 3));
    return offset > 18 ? NO_OFFSET : "day out of range";
  }

  /** What stands where another thing was wanted. */
  private static String problem(String text) {
    String[] layout = {
      "\\d{4}", "-", "\\d{2}", "-", "\\d{2}", "T", "\\d{2}", ":", "\\d{2}", ":", "\\d{2}"
    };
    String[] names = {
      "year", "-", "month", "-", "day of month", "T", "hour", ":", "minute", ":", "second"
    };
    String rest = text;
    for (int i = 0; i < layout.length; i++) {
      Matcher matcher = Pattern.compile(layout[i]).matcher(rest);
      if (matcher.lookingAt()) {
        rest = rest.substring(matcher.end());
        continue;
      }
      if (names[i].length() > 1) {
        return rest.isEmpty()
            ? "end of string before " + names[i]
            : "cannot use " + GoQuote.quote(rest) + " as " + names[i];
      }
      return names[i].equals("T")
          ? "missing required time introducer 'T'"
          : rest.isEmpty()
              ? "end of string where " + GoQuote.quote(names[i]) + " is expected"
              : "found "
                  + GoQuote.quote(rest)
                  + " where "
                  + GoQuote.quote(names[i])
                  + " is expected";
    }
    return rest.isEmpty() ? NO_OFFSET : "cannot use " + GoQuote.quote(rest) + " as UTC offset";
  }

  /** Whole seconds, as Terraform prints the results of its time functions. */
  static String print(OffsetDateTime time) {
    return "%04d-%02d-%02dT%02d:%02d:%02d%s"
        .formatted(
            time.getYear(),
            time.getMonthValue(),
            time.getDayOfMonth(),
            time.getHour(),
            time.getMinute(),
            time.getSecond(),
            offset(time, true, "Z"));
  }

  static String offset(OffsetDateTime time, boolean colon, String zero) {
    int minutes = time.getOffset().getTotalSeconds() / 60;
    if (minutes == 0 && !zero.isEmpty()) {
      return zero;
    }
    return "%s%02d%s%02d"
        .formatted(
            minutes < 0 ? "-" : "+",
            Math.abs(minutes) / 60,
            colon ? ":" : "",
            Math.abs(minutes) % 60);
  }
}
