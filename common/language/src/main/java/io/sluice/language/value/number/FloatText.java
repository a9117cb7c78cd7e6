package io.sluice.language.value.number;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;

/** Decimal text of binary numbers. */
public final class FloatText {
  private FloatText() {}

  /** Significant digits without sign, {@code 0.DIGITS * 10^point}. */
  private record Digits(String digits, int point) {
    int at(int index) {
      return index < digits.length() ? digits.charAt(index) : '0';
    }

    static Digits of(BigDecimal value) {
      if (value.signum() == 0) {
        return new Digits("", 0);
      }
      BigDecimal stripped = value.abs().stripTrailingZeros();
      String text = stripped.unscaledValue().toString();
      return new Digits(text, text.length() - stripped.scale());
    }

    Digits cut(int length) {
      String kept = digits.substring(0, Math.min(length, digits.length()));
      int end = kept.length();
      while (end > 0 && kept.charAt(end - 1) == '0') {
        end--;
      }
      return new Digits(kept.substring(0, end), end == 0 ? 0 : point);
    }

    Digits up(int length) {
      int last = length - 1;
      while (last >= 0 && digits.charAt(last) == '9') {
        last--;
      }
      if (last < 0) {
        return new Digits("1", point + 1);
      }
      return new Digits(digits.substring(0, last) + (char) (digits.charAt(last) + 1), point);
    }

    /** To the nearest of {@code length} digits, to even on a tie. */
    Digits nearest(int length) {
      if (length >= digits.length()) {
        return this;
      }
      char next = digits.charAt(length);
      boolean tie = next == '5' && length + 1 == digits.length();
      boolean odd = length > 0 && (digits.charAt(length - 1) - '0') % 2 == 1;
      return (tie ? odd : next >= '5') ? up(length) : cut(length);
    }
  }

  private static Digits shortest(BigFloat number) {
    if (number.signum() == 0) {
      return new Digits("", 0);
    }
    BigInteger mantissa = number.mantissa().abs();
    int shift = number.precision() + 1 - mantissa.bitLength();
    BigInteger scaled = mantissa.shiftLeft(shift);
    int exponent = number.exponent() - shift;
    Digits exact = Digits.of(decimal(scaled, exponent));
    Digits lower = Digits.of(decimal(scaled.subtract(BigInteger.ONE), exponent));
    Digits upper = Digits.of(decimal(scaled.add(BigInteger.ONE), exponent));
    boolean inclusive = !scaled.testBit(1);
    for (int i = 0; i < exact.digits().length(); i++) {
      int digit = exact.digits().charAt(i);
      int below = lower.at(i);
      int above = upper.at(i);
      boolean down = below != digit || (inclusive && i + 1 == lower.digits().length());
      boolean up =
          digit != above && (inclusive || digit + 1 < above || i + 1 < upper.digits().length());
      if (down && up) {
        return exact.nearest(i + 1);
      }
      if (down) {
        return exact.cut(i + 1);
      }
      if (up) {
        return exact.up(i + 1);
      }
    }
    return exact;
  }

  private static BigDecimal decimal(BigInteger mantissa, int exponent) {
    return exponent >= 0
        ? new BigDecimal(mantissa.shiftLeft(exponent))
        : new BigDecimal(mantissa.multiply(BigInteger.valueOf(5).pow(-exponent)), -exponent);
  }

  private static String infinity(BigFloat number) {
    return number.signum() < 0 ? "-Inf" : "+Inf";
  }

  /** The shortest text that reads back the same, without an exponent. */
  static String plain(BigFloat number) {
    if (number.isInfinite()) {
      return infinity(number);
    }
    if (number.isNegativeZero()) {
      return "-0";
    }
    if (number.isInteger()
        && number.mantissa().abs().bitLength() + (long) number.exponent() <= number.precision()) {
      return number.toBigInteger().toString();
    }
    return sign(number) + plain(shortest(number));
  }

  private static String plain(Digits digits) {
    String text = digits.digits();
    int point = digits.point();
    if (text.isEmpty()) {
      return "0";
    }
    if (point <= 0) {
      return "0." + "0".repeat(-point) + text;
    }
    return point >= text.length()
        ? text + "0".repeat(point - text.length())
        : text.substring(0, point) + "." + text.substring(point);
  }

  private static String sign(BigFloat number) {
    return number.signum() < 0 ? "-" : "";
  }

  /** With a fixed number of decimal places. */
  public static String fixed(BigFloat number, int places) {
    if (number.isInfinite()) {
      return infinity(number);
    }
    String text = number.toBigDecimal().setScale(places, RoundingMode.HALF_EVEN).toPlainString();
    return number.signum() < 0 && !text.startsWith("-") ? "-" + text : text;
  }

  /** {@code 1.2e+03}; negative places: as many as are needed to read back the same. */
  public static String scientific(BigFloat number, int places) {
    if (number.isInfinite()) {
      return infinity(number);
    }
    Digits digits = places < 0 ? shortest(number) : significant(number, places + 1);
    return sign(number) + scientific(digits, places < 0 ? digits.digits().length() - 1 : places);
  }

  private static Digits significant(BigFloat number, int count) {
    return Digits.of(
        number.toBigDecimal().round(new MathContext(Math.max(1, count), RoundingMode.HALF_EVEN)));
  }

  private static String scientific(Digits digits, int places) {
    StringBuilder out = new StringBuilder();
    String text = digits.digits();
    out.append(text.isEmpty() ? '0' : text.charAt(0));
    if (places > 0) {
      out.append('.');
      for (int i = 1; i <= places; i++) {
        out.append((char) digits.at(i));
      }
    }
    int exponent = text.isEmpty() ? 0 : digits.point() - 1;
    out.append('e').append(exponent < 0 ? '-' : '+');
    if (Math.abs(exponent) < 10) {
      out.append('0');
    }
    return out.append(Math.abs(exponent)).toString();
  }

  /**
   * Scientific for large and small exponents, plain otherwise.
   *
   * @param count significant digits; negative: as many as are needed to read back the same
   */
  public static String general(BigFloat number, int count) {
    return general(number, count, false);
  }

  /** The same; {@code lasting} is the limit of Go's fmt package, which is 21 where no count is. */
  public static String general(BigFloat number, int count, boolean lasting) {
    if (number.isInfinite()) {
      return infinity(number);
    }
    boolean shortest = count < 0;
    Digits digits = shortest ? shortest(number) : significant(number, count == 0 ? 1 : count);
    int limit = shortest ? 6 : Math.max(count, 1);
    if (limit > digits.digits().length() && digits.digits().length() >= digits.point()) {
      limit = digits.digits().length();
    }
    if (shortest) {
      limit = lasting ? 21 : 6;
    }
    int exponent = digits.point() - 1;
    if (exponent < -4 || exponent >= limit) {
      return sign(number) + scientific(digits, Math.max(0, digits.digits().length() - 1));
    }
    return sign(number) + plain(digits);
  }
}
