package io.sluice.language.function.number;

import io.sluice.language.function.Function;
import io.sluice.language.function.FunctionFailure;
import io.sluice.language.function.Parameter;
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** Arithmetic with network prefixes. */
public final class NetworkFunctions {
  private NetworkFunctions() {}

  public static List<Function> all() {
    return List.of(host(), netmask(), subnet(), subnets());
  }

  private static Cidr prefix(Value value) throws FunctionFailure {
    return Cidr.parse(value.asText())
        .orElseThrow(
            () ->
                new FunctionFailure(
                    "invalid CIDR expression: invalid CIDR address: " + value.asText()));
  }

  private static Function host() {
    return Function.named("cidrhost")
        .with("prefix", Types.STRING)
        .with("hostnum", Types.NUMBER)
        .gives(Types.STRING)
        .does(
            (a, type, context) -> {
              BigInteger number = whole(a.get(1));
              Cidr cidr = prefix(a.get(0));
              BigInteger size = BigInteger.ONE.shiftLeft(cidr.bits() - cidr.length());
              BigInteger at = number.signum() < 0 ? number.add(size) : number;
              if (at.signum() < 0 || at.compareTo(size) >= 0) {
                throw new FunctionFailure(
                    "prefix of %d does not accommodate a host numbered %s"
                        .formatted(cidr.length(), number));
              }
              return Value.of(cidr.at(cidr.address().add(at)).text());
            });
  }

  private static BigInteger whole(Value value) throws FunctionFailure {
    if (!value.asNumber().isInteger()) {
      throw new FunctionFailure("value must be a whole number");
    }
    return value.asNumber().toBigInteger();
  }

  private static Function netmask() {
    return Function.named("cidrnetmask")
        .with("prefix", Types.STRING)
        .gives(Types.STRING)
        .does(
            (a, type, context) -> {
              Cidr cidr = prefix(a.get(0));
              if (cidr.bits() != 32) {
                throw new FunctionFailure(
                    "IPv6 addresses cannot have a netmask: " + a.get(0).asText());
              }
              return Value.of(cidr.at(cidr.mask()).text());
            });
  }

  private static Function subnet() {
    return Function.named("cidrsubnet")
        .with("prefix", Types.STRING)
        .with("newbits", Types.NUMBER)
        .with("netnum", Types.NUMBER)
        .gives(Types.STRING)
        .does(
            (a, type, context) -> {
              int more = NumberFunctions.wholeNumber(1, a.get(1).asNumber());
              BigInteger number = whole(a.get(2));
              Cidr cidr = prefix(a.get(0));
              Cidr longer = extended(cidr, more);
              if (number.signum() < 0 || number.bitLength() > Math.max(0, more)) {
                throw new FunctionFailure(
                    "prefix extension of %d does not accommodate a subnet numbered %s"
                        .formatted(more, number));
              }
              BigInteger step = number.shiftLeft(cidr.bits() - longer.length());
              return Value.of(longer.at(cidr.address().add(step)).prefixText());
            });
  }

  private static Cidr extended(Cidr cidr, int more) throws FunctionFailure {
    if (more < 0 || cidr.length() + more > cidr.bits()) {
      throw new FunctionFailure(
          "insufficient address space to extend prefix of %d by %d".formatted(cidr.length(), more));
    }
    return new Cidr(cidr.address(), cidr.length() + more, cidr.bits());
  }

  private static Function subnets() {
    return Function.named("cidrsubnets")
        .with("prefix", Types.STRING)
        .more(Parameter.of("newbits", Types.NUMBER))
        .gives(Type.list(Types.STRING))
        .does(
            (a, type, context) -> {
              Cidr cidr = prefix(a.get(0));
              BigInteger end =
                  cidr.address().add(BigInteger.ONE.shiftLeft(cidr.bits() - cidr.length()));
              BigInteger next = cidr.address();
              List<String> prefixes = new ArrayList<>();
              for (int i = 1; i < a.size(); i++) {
                int more = NumberFunctions.wholeNumber(i, a.get(i).asNumber());
                check(cidr, more, i);
                int length = cidr.length() + more;
                BigInteger size = BigInteger.ONE.shiftLeft(cidr.bits() - length);
                BigInteger start =
                    next.add(size).subtract(BigInteger.ONE).divide(size).multiply(size);
                if (start.add(size).compareTo(end) > 0) {
                  throw new FunctionFailure(
                      i,
                      "not enough remaining address space for a subnet with a prefix of "
                          + length
                          + " bits after "
                          + prefixes.getLast());
                }
                prefixes.add(new Cidr(start, length, cidr.bits()).prefixText());
                next = start.add(size);
              }
              return Value.strings(prefixes);
            });
  }

  private static void check(Cidr cidr, int more, int argument) throws FunctionFailure {
    if (more < 1) {
      throw new FunctionFailure(argument, "must extend prefix by at least one bit");
    }
    if (more > 32) {
      throw new FunctionFailure(argument, "may not extend prefix by more than 32 bits");
    }
    if (cidr.length() + more > cidr.bits()) {
      throw new FunctionFailure(
          argument,
          "would extend prefix to %d bits, which is too long for an %s address"
              .formatted(cidr.length() + more, cidr.bits() == 32 ? "IPv4" : "IPv6"));
    }
  }
}
