package io.sluice.language.function.number;

import io.sluice.language.function.Function;
import io.sluice.language.function.FunctionFailure;
import io.sluice.language.function.Parameter;
import io.sluice.language.value.GoQuote;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.language.value.number.BigFloat;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleBinaryOperator;
import java.util.function.UnaryOperator;

/** Arithmetic beyond the operators. */
public final class NumberFunctions {
  public static final String NOT_WHOLE =
      "value must be a whole number, between -9223372036854775808 and 9223372036854775807";

  /** In base 62 these are still fewer digits than a message may have in a number. */
  private static final int LONGEST_INTEGER = 1_000;

  private NumberFunctions() {}

  public static List<Function> all() {
    return List.of(
        unary("abs", BigFloat::abs),
        unary("ceil", n -> n.isInfinite() ? n : BigFloat.of(n.negate().floor().negate())),
        unary("floor", n -> n.isInfinite() ? n : BigFloat.of(n.floor())),
        signum(),
        floating("log", "num", "base", (number, base) -> Math.log(number) / Math.log(base)),
        floating("pow", "num", "power", Math::pow),
        extreme("max", 1),
        extreme("min", -1),
        parseInteger());
  }

  private static Function unary(String name, UnaryOperator<BigFloat> operation) {
    return Function.named(name)
        .with("num", Types.NUMBER)
        .gives(Types.NUMBER)
        .does((a, type, context) -> Value.of(operation.apply(a.get(0).asNumber())));
  }

  private static Function signum() {
    return Function.named("signum")
        .with("num", Types.NUMBER)
        .gives(Types.NUMBER)
        .does(
            (a, type, context) -> {
              if (!a.get(0).asNumber().isInteger()) {
                throw new FunctionFailure(NOT_WHOLE);
              }
              return Value.of(a.get(0).asNumber().signum());
            });
  }

  /** Terraform computes these on machine floats. */
  private static Function floating(
      String name, String first, String second, DoubleBinaryOperator operation) {
    return Function.named(name)
        .with(first, Types.NUMBER)
        .with(second, Types.NUMBER)
        .gives(Types.NUMBER)
        .does(
            (a, type, context) -> {
              double result =
                  operation.applyAsDouble(
                      a.get(0).asNumber().toDouble(), a.get(1).asNumber().toDouble());
              if (Double.isNaN(result)) {
                throw new FunctionFailure("the result is not a number");
              }
              return Value.of(BigFloat.of(result));
            });
  }

  private static Function extreme(String name, int wanted) {
    return Function.named(name)
        .more(Parameter.of("numbers", Types.NUMBER).allowingDynamic())
        .gives(Types.NUMBER)
        .does(
            (a, type, context) -> {
              if (a.isEmpty()) {
                throw new FunctionFailure("must pass at least one number");
              }
              BigFloat best = a.getFirst().asNumber();
              for (Value each : a) {
                BigFloat number = each.asNumber();
                best = number.compareTo(best) * wanted > 0 ? number : best;
              }
              return Value.of(best);
            });
  }

  private static Function parseInteger() {
    return Function.named("parseint")
        .with("number", Types.ANY)
        .with("base", Types.NUMBER)
        .gives(
            a -> {
              if (!a.get(0).type().equals(Types.STRING)) {
                throw new FunctionFailure(
                    0, "first argument must be a string, not " + a.get(0).type().friendlyName());
              }
              return Types.NUMBER;
            })
        .does((a, type, context) -> parse(a.get(0).asText(), a.get(1).asNumber()));
  }

  private static Value parse(String text, BigFloat base) throws FunctionFailure {
    int radix = wholeNumber(1, base);
    if (radix < 2 || radix > 62) {
      throw new FunctionFailure(1, "base must be a whole number between 2 and 62 inclusive");
    }
    Optional<BigInteger> parsed = digits(text, radix);
    return Value.of(
        BigFloat.of(
            parsed.orElseThrow(
                () ->
                    new FunctionFailure(
                        0,
                        "cannot parse "
                            + GoQuote.quote(text)
                            + " as a base "
                            + radix
                            + " integer"))));
  }

  private static Optional<BigInteger> digits(String text, int radix) {
    boolean signed = text.startsWith("-") || text.startsWith("+");
    String digits = signed ? text.substring(1) : text;
    if (digits.length() > LONGEST_INTEGER) {
      return Optional.empty();
    }
    BigInteger result = BigInteger.ZERO;
    BigInteger base = BigInteger.valueOf(radix);
    for (int i = 0; i < digits.length(); i++) {
      int digit = digit(digits.charAt(i), radix);
      if (digit < 0 || digit >= radix) {
        return Optional.empty();
      }
      result = result.multiply(base).add(BigInteger.valueOf(digit));
    }
    if (digits.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(text.startsWith("-") ? result.negate() : result);
  }

  private static int digit(char c, int radix) {
    if (c >= '0' && c <= '9') {
      return c - '0';
    }
    if (c >= 'a' && c <= 'z') {
      return c - 'a' + 10;
    }
    if (c >= 'A' && c <= 'Z') {
      return c - 'A' + (radix <= 36 ? 10 : 36);
    }
    return -1;
  }

  /** A whole number of moderate size; {@code argument} is who is at fault, -1 for the call. */
  public static int wholeNumber(int argument, BigFloat number) throws FunctionFailure {
    return number.toInt().orElseThrow(() -> new FunctionFailure(argument, NOT_WHOLE));
  }
}
