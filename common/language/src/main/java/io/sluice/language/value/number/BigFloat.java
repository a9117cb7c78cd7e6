package io.sluice.language.value.number;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;

/**
 * A binary floating point number of up to 512 bits of mantissa, rounded to the nearest, to even on
 * a tie. Decimal arithmetic would be nicer and would be wrong: {@code 1/49*49 == 1} is true in
 * Terraform because of how these round.
 *
 * <p>Each number carries the precision that it was made with, as Terraform's do: what is parsed has
 * 512 bits, what a function counted 64, what came from a machine's float 53; an operation has the
 * larger of its operands'. Equality looks at the number alone.
 */
public final class BigFloat implements Comparable<BigFloat> {
  public static final int FULL = 512;
  private static final int WORD = 64;
  private static final int DOUBLE = 53;

  /** More than twice as much as a number as written has, so that one can calculate with it. */
  private static final int MOST_BITS = 1 << 16;

  private static final int EXACT_POWER = 2_000;

  /** The exponent that tells the zero of {@code -0}, which prints differently, from the other. */
  private static final int NEGATIVE_ZERO = -1;

  public static final BigFloat ZERO = of(0);
  public static final BigFloat ONE = of(1);
  public static final BigFloat POSITIVE_INFINITY = new BigFloat(BigInteger.ONE, 0, DOUBLE, true);
  public static final BigFloat NEGATIVE_INFINITY =
      new BigFloat(BigInteger.ONE.negate(), 0, DOUBLE, true);

  private final BigInteger mantissa;
  private final int exponent;
  private final int precision;
  private final boolean infinite;

  private BigFloat(BigInteger mantissa, int exponent, int precision, boolean infinite) {
    this.mantissa = mantissa;
    this.exponent = exponent;
    this.precision = precision;
    this.infinite = infinite;
  }

  /** Rounds {@code mantissa * 2^exponent}; the stored mantissa is odd, or zero. */
  static BigFloat rounded(BigInteger mantissa, long exponent, int precision) {
    if (mantissa.signum() == 0) {
      return new BigFloat(BigInteger.ZERO, 0, precision, false);
    }
    BigInteger digits = mantissa;
    long shift = exponent;
    int excess = digits.abs().bitLength() - precision;
    if (excess > 0) {
      digits = shiftedRight(digits, excess);
      shift += excess;
    }
    int zeros = digits.getLowestSetBit();
    if (zeros > 0) {
      digits = digits.shiftRight(zeros);
      shift += zeros;
    }
    if (shift < -MOST_BITS) {
      return new BigFloat(BigInteger.ZERO, 0, precision, false);
    }
    if (shift + digits.abs().bitLength() > MOST_BITS) {
      throw new ArithmeticException("the number is too large");
    }
    return new BigFloat(digits, (int) shift, precision, false);
  }

  private static BigInteger shiftedRight(BigInteger value, int bits) {
    BigInteger size = value.abs();
    BigInteger whole = size.shiftRight(bits);
    boolean half = size.testBit(bits - 1);
    boolean more = size.getLowestSetBit() < bits - 1;
    if (half && (more || whole.testBit(0))) {
      whole = whole.add(BigInteger.ONE);
    }
    return value.signum() < 0 ? whole.negate() : whole;
  }

  public static BigFloat of(long number) {
    return rounded(BigInteger.valueOf(number), 0, WORD);
  }

  public static BigFloat of(BigInteger number) {
    return rounded(number, 0, Math.max(WORD, number.abs().bitLength()));
  }

  public static BigFloat of(double number) {
    if (Double.isInfinite(number)) {
      return number > 0 ? POSITIVE_INFINITY : NEGATIVE_INFINITY;
    }
    return of(new BigDecimal(number), DOUBLE);
  }

  /** A number as written, at full precision. */
  public static BigFloat of(BigDecimal number) {
    return of(number, FULL);
  }

  private static BigFloat of(BigDecimal number, int precision) {
    BigInteger digits = number.unscaledValue();
    int scale = number.scale();
    if (scale == 0 || digits.signum() == 0) {
      return rounded(digits, 0, precision);
    }
    if (scale < -EXACT_POWER || scale > EXACT_POWER) {
      BigFloat power = powerOfTen(Math.abs(scale));
      BigFloat wide = rounded(digits, 0, FULL + WORD);
      BigFloat result = scale < 0 ? wide.multiply(power, FULL + WORD) : wide.divide(power);
      return rounded(result.mantissa, result.exponent, precision);
    }
    if (scale < 0) {
      return rounded(digits.multiply(BigInteger.TEN.pow(-scale)), 0, precision);
    }
    BigInteger five = BigInteger.valueOf(5).pow(scale);
    return quotient(digits, five, -scale, precision);
  }

  private static BigFloat powerOfTen(int n) {
    BigFloat result = rounded(BigInteger.ONE, 0, FULL + WORD);
    BigFloat base = rounded(BigInteger.TEN, 0, FULL + WORD);
    for (int rest = n; rest > 0; rest >>= 1) {
      if ((rest & 1) == 1) {
        result = result.multiply(base, FULL + WORD);
      }
      base = base.multiply(base, FULL + WORD);
    }
    return result;
  }

  public int precision() {
    return precision;
  }

  public boolean isInfinite() {
    return infinite;
  }

  public int signum() {
    return mantissa.signum();
  }

  public BigFloat negate() {
    if (signum() == 0) {
      return new BigFloat(mantissa, isNegativeZero() ? 0 : NEGATIVE_ZERO, precision, false);
    }
    return new BigFloat(mantissa.negate(), exponent, precision, infinite);
  }

  public BigFloat abs() {
    return signum() < 0 || isNegativeZero() ? negate() : this;
  }

  public BigFloat add(BigFloat other) {
    return add(other, Math.max(precision, other.precision));
  }

  private BigFloat add(BigFloat other, int bits) {
    if (infinite || other.infinite) {
      if (infinite && other.infinite && signum() != other.signum()) {
        throw new ArithmeticException("can't compute sum of opposing infinities");
      }
      return infinite ? this : other;
    }
    if (signum() == 0 || other.signum() == 0) {
      BigFloat kept = signum() == 0 ? other : this;
      return rounded(kept.mantissa, kept.exponent, bits);
    }
    long gap = (long) topBit() - other.topBit();
    if (Math.abs(gap) > 4L * FULL + 64) {
      return addFarApart(gap > 0 ? this : other, gap > 0 ? other : this, bits);
    }
    int low = Math.min(exponent, other.exponent);
    BigInteger sum =
        mantissa.shiftLeft(exponent - low).add(other.mantissa.shiftLeft(other.exponent - low));
    return rounded(sum, low, bits);
  }

  /** The small one is only felt as the direction of rounding. */
  private static BigFloat addFarApart(BigFloat large, BigFloat small, int bits) {
    int wide = 2 * FULL;
    BigInteger shifted = large.mantissa.shiftLeft(wide).add(BigInteger.valueOf(small.signum()));
    return rounded(shifted, (long) large.exponent - wide, bits);
  }

  private int topBit() {
    return Math.addExact(exponent, mantissa.abs().bitLength());
  }

  public BigFloat subtract(BigFloat other) {
    if (infinite && other.infinite && signum() == other.signum()) {
      throw new ArithmeticException("can't subtract infinity from itself");
    }
    return add(other.negate());
  }

  /** The product, exact as far as 512 bits hold it, at least with the operands' precision. */
  public BigFloat multiply(BigFloat other) {
    BigFloat full = multiply(other, FULL);
    int needed = full.infinite ? DOUBLE : full.mantissa.abs().bitLength();
    int bits = Math.max(Math.max(precision, other.precision), needed);
    return new BigFloat(full.mantissa, full.exponent, Math.min(bits, FULL), full.infinite);
  }

  private BigFloat multiply(BigFloat other, int bits) {
    if (infinite || other.infinite) {
      if (signum() == 0 || other.signum() == 0) {
        throw new ArithmeticException("can't multiply zero by infinity");
      }
      return signum() * other.signum() < 0 ? NEGATIVE_INFINITY : POSITIVE_INFINITY;
    }
    if (signum() == 0 || other.signum() == 0) {
      boolean negative = isNegative() ^ other.isNegative();
      return new BigFloat(BigInteger.ZERO, negative ? NEGATIVE_ZERO : 0, bits, false);
    }
    return rounded(mantissa.multiply(other.mantissa), (long) exponent + other.exponent, bits);
  }

  /** The quotient; what is divided by zero is infinite. */
  public BigFloat divide(BigFloat other) {
    int bits = Math.max(precision, other.precision);
    if ((infinite && other.infinite) || (signum() == 0 && other.signum() == 0)) {
      throw new ArithmeticException("can't divide zero by zero or infinity by infinity");
    }
    if (infinite || other.signum() == 0) {
      boolean negative = signum() < 0 ^ other.signum() < 0;
      return negative ? NEGATIVE_INFINITY : POSITIVE_INFINITY;
    }
    if (other.infinite) {
      return rounded(BigInteger.ZERO, 0, bits);
    }
    BigFloat result = quotient(mantissa, other.mantissa, 0, bits);
    return rounded(result.mantissa, (long) result.exponent + exponent - other.exponent, bits);
  }

  private static BigFloat quotient(BigInteger above, BigInteger below, long exponent, int bits) {
    int shift = Math.max(0, bits + 2 - above.bitLength() + below.bitLength());
    BigInteger[] parts = above.shiftLeft(shift).divideAndRemainder(below);
    BigInteger sticky = parts[0].shiftLeft(1);
    if (parts[1].signum() != 0) {
      int direction = above.signum() * below.signum();
      sticky = sticky.add(BigInteger.valueOf(direction));
    }
    return rounded(sticky, exponent - shift - 1, bits);
  }

  /** What is left of dividing toward zero, rounded as Terraform rounds it on the way. */
  public BigFloat modulo(BigFloat other) {
    if (infinite || other.infinite) {
      throw new ArithmeticException("can't use modulo with zero and infinity");
    }
    if (other.signum() == 0) {
      return this;
    }
    BigFloat count = of(divide(other).toBigInteger());
    return subtract(count.multiply(other));
  }

  public boolean isInteger() {
    return !infinite && (exponent >= 0 || signum() == 0);
  }

  private boolean isNegative() {
    return signum() < 0 || isNegativeZero();
  }

  boolean isNegativeZero() {
    return signum() == 0 && exponent == NEGATIVE_ZERO;
  }

  /** The integer part. */
  public BigInteger toBigInteger() {
    if (signum() == 0) {
      return BigInteger.ZERO;
    }
    if (exponent >= 0) {
      return mantissa.shiftLeft(exponent);
    }
    BigInteger whole = mantissa.abs().shiftRight(Math.min(-exponent, 1 << 20));
    return signum() < 0 ? whole.negate() : whole;
  }

  /** The number as an int, if it is one. */
  public Optional<Integer> toInt() {
    if (!isInteger() || topBit() > 32) {
      return Optional.empty();
    }
    BigInteger whole = toBigInteger();
    return whole.bitLength() < 32 ? Optional.of(whole.intValue()) : Optional.empty();
  }

  /** The largest integer that is not larger. */
  public BigInteger floor() {
    BigInteger whole = toBigInteger();
    return signum() < 0 && !isInteger() ? whole.subtract(BigInteger.ONE) : whole;
  }

  /** Exactly this number. */
  public BigDecimal toBigDecimal() {
    if (exponent >= 0 || signum() == 0) {
      return new BigDecimal(toBigInteger());
    }
    return new BigDecimal(mantissa.multiply(BigInteger.valueOf(5).pow(-exponent)), -exponent);
  }

  public double toDouble() {
    if (infinite) {
      return signum() < 0 ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    }
    if (topBit() > 1100) {
      return signum() < 0 ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    }
    return topBit() < -1200 ? 0 : toBigDecimal().doubleValue();
  }

  BigInteger mantissa() {
    return mantissa;
  }

  public int exponent() {
    return exponent;
  }

  @Override
  public int compareTo(BigFloat other) {
    if (infinite || other.infinite) {
      int left = infinite ? signum() : 0;
      int right = other.infinite ? other.signum() : 0;
      return Integer.compare(left, right);
    }
    if (signum() != other.signum() || signum() == 0) {
      return Integer.compare(signum(), other.signum());
    }
    if (topBit() != other.topBit()) {
      return signum() * Integer.compare(topBit(), other.topBit());
    }
    int low = Math.min(exponent, other.exponent);
    return mantissa
        .shiftLeft(exponent - low)
        .compareTo(other.mantissa.shiftLeft(other.exponent - low));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof BigFloat that
        && infinite == that.infinite
        && (exponent == that.exponent || signum() == 0)
        && mantissa.equals(that.mantissa);
  }

  @Override
  public int hashCode() {
    return signum() == 0 ? 0 : 31 * mantissa.hashCode() + exponent;
  }

  /** The shortest decimal that reads back as this number, without an exponent. */
  @Override
  public String toString() {
    return FloatText.plain(this);
  }
}
