package io.sluice.language.value.number;

import java.math.BigDecimal;
import java.util.Optional;

/** Reads numbers from text, within bounds that no number of use comes near. */
public final class NumberReader {
  /** A text with more digits, or a larger exponent, could only be meant to exhaust memory. */
  public static final int MOST_DIGITS = 5_000;

  private NumberReader() {}

  /** Reads a number as a string may hold it; empty if it is none. */
  public static Optional<BigFloat> parse(String text) {
    switch (text) {
      case "inf", "Inf", "+inf", "+Inf" -> {
        return Optional.of(BigFloat.POSITIVE_INFINITY);
      }
      case "-inf", "-Inf" -> {
        return Optional.of(BigFloat.NEGATIVE_INFINITY);
      }
      default -> {}
    }
    if (!looksLikeNumber(text)) {
      return Optional.empty();
    }
    return decimal(text)
        .map(BigFloat::of)
        .map(number -> number.signum() == 0 && text.startsWith("-") ? number.negate() : number);
  }

  /**
   * A number as a program may write it; empty if the text is no number, or one that is too large or
   * too small.
   */
  public static Optional<BigDecimal> decimal(String text) {
    if (text.length() > 2 * MOST_DIGITS) {
      return Optional.empty();
    }
    try {
      BigDecimal decimal = new BigDecimal(text);
      return isModerate(decimal) ? Optional.of(decimal) : Optional.empty();
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static boolean isModerate(BigDecimal number) {
    long point = (long) number.precision() - number.scale();
    return Math.abs((long) number.scale()) <= 2L * MOST_DIGITS && Math.abs(point) <= MOST_DIGITS;
  }

  private static boolean looksLikeNumber(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if ((c < '0' || c > '9') && ".eE+-".indexOf(c) < 0) {
        return false;
      }
    }
    return !text.isEmpty();
  }
}
