package io.sluice.model.json;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;

/**
 * Times of RFC 3339. Every message carries a few, all written by {@link Instant#toString}: that
 * form is read here, in a fraction of the time that the general parser takes for it.
 */
public final class Times {
  private static final int SECONDS_END = "2026-11-18T00:00:00".length();

  private static final long DAY = 86_400;
  private static final long YEAR_10000 = 253_402_300_800L;

  private Times() {}

  /** What {@link Instant#toString} says, in a fraction of its time. */
  public static String text(Instant instant) {
    long seconds = instant.getEpochSecond();
    if (seconds < 0 || seconds >= YEAR_10000) {
      return instant.toString();
    }
    LocalDate day = LocalDate.ofEpochDay(seconds / DAY);
    int second = (int) (seconds % DAY);
    int nanos = instant.getNano();
    int digits = nanos == 0 ? 0 : nanos % 1_000_000 == 0 ? 3 : nanos % 1_000 == 0 ? 6 : 9;
    byte[] text = new byte[digits == 0 ? SECONDS_END + 1 : SECONDS_END + digits + 2];
    put(text, 0, 4, day.getYear(), '-');
    put(text, 5, 2, day.getMonthValue(), '-');
    put(text, 8, 2, day.getDayOfMonth(), 'T');
    put(text, 11, 2, second / 3_600, ':');
    put(text, 14, 2, second / 60 % 60, ':');
    put(text, 17, 2, second % 60, digits == 0 ? 'Z' : '.');
    if (digits > 0) {
      int fraction = digits == 3 ? nanos / 1_000_000 : digits == 6 ? nanos / 1_000 : nanos;
      put(text, SECONDS_END + 1, digits, fraction, 'Z');
    }
    return new String(text, StandardCharsets.ISO_8859_1);
  }

  private static void put(byte[] text, int at, int digits, int number, char then) {
    int left = number;
    for (int i = at + digits - 1; i >= at; i--) {
      text[i] = (byte) ('0' + left % 10);
      left /= 10;
    }
    text[at + digits] = (byte) then;
  }

  /** Throws {@link java.time.DateTimeException} when it is no time. */
  public static Instant parse(String text) {
    return isUsual(text) ? usual(text) : Instant.parse(text);
  }

  /**
   * Whole seconds or minutes, as {@link Duration#toString} writes them, are read here; all other
   * forms by the general parser, which uses a regular expression.
   */
  public static Duration parseDuration(String text) {
    int end = text.length() - 1;
    boolean framed =
        end > 2
            && end < 8
            && text.charAt(0) == 'P'
            && text.charAt(1) == 'T'
            && (text.charAt(end) == 'S' || text.charAt(end) == 'M');
    for (int i = 2; framed && i < end; i++) {
      framed = text.charAt(i) >= '0' && text.charAt(i) <= '9';
    }
    if (!framed) {
      return Duration.parse(text);
    }
    int number = number(text, 2, end);
    return text.charAt(end) == 'S' ? Duration.ofSeconds(number) : Duration.ofMinutes(number);
  }

  private static boolean isUsual(String text) {
    int end = text.length() - 1;
    boolean framed =
        end >= SECONDS_END
            && end <= SECONDS_END + 10
            && end != SECONDS_END + 1
            && text.charAt(end) == 'Z'
            && text.charAt(4) == '-'
            && text.charAt(7) == '-'
            && text.charAt(10) == 'T'
            && text.charAt(13) == ':'
            && text.charAt(16) == ':'
            && (end == SECONDS_END || text.charAt(SECONDS_END) == '.');
    if (!framed) {
      return false;
    }
    for (int i = 0; i < end; i++) {
      boolean mark = i == 4 || i == 7 || i == 10 || i == 13 || i == 16 || i == SECONDS_END;
      if (!mark && (text.charAt(i) < '0' || text.charAt(i) > '9')) {
        return false;
      }
    }
    // The end of a day and leap seconds are left to the general parser.
    return number(text, 11, 13) < 24 && number(text, 17, 19) < 60;
  }

  private static Instant usual(String text) {
    LocalDate day = LocalDate.of(number(text, 0, 4), number(text, 5, 7), number(text, 8, 10));
    LocalTime time = LocalTime.of(number(text, 11, 13), number(text, 14, 16), number(text, 17, 19));
    int end = text.length() - 1;
    int nanos = end == SECONDS_END ? 0 : number(text, SECONDS_END + 1, end);
    for (int digits = end - SECONDS_END - 1; digits >= 0 && digits < 9; digits++) {
      nanos *= 10;
    }
    return Instant.ofEpochSecond(day.toEpochDay() * DAY + time.toSecondOfDay(), nanos);
  }

  private static int number(String text, int from, int to) {
    int number = 0;
    for (int i = from; i < to; i++) {
      number = number * 10 + (text.charAt(i) - '0');
    }
    return number;
  }
}
