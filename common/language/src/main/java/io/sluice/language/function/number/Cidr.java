package io.sluice.language.function.number;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A network prefix; the host part of the address is cut off.
 *
 * @param bits 32 or 128
 */
record Cidr(BigInteger address, int length, int bits) {
  private static final Pattern OCTET = Pattern.compile("\\d{1,3}");
  private static final Pattern GROUP = Pattern.compile("[0-9A-Fa-f]{1,4}");

  static Optional<Cidr> parse(String text) {
    int slash = text.indexOf('/');
    if (slash < 0 || !text.substring(slash + 1).matches("\\d{1,3}")) {
      return Optional.empty();
    }
    String host = text.substring(0, slash);
    int length = Integer.parseInt(text.substring(slash + 1));
    boolean six = host.contains(":");
    int bits = six ? 128 : 32;
    Optional<BigInteger> address = six ? version6(host) : version4(host);
    if (length > bits) {
      return Optional.empty();
    }
    return address.map(
        value -> {
          Cidr whole = new Cidr(value, length, bits);
          return new Cidr(value.and(whole.mask()), length, bits);
        });
  }

  private static Optional<BigInteger> version4(String host) {
    String[] parts = host.split("\\.", -1);
    if (parts.length != 4) {
      return Optional.empty();
    }
    BigInteger value = BigInteger.ZERO;
    for (String part : parts) {
      // Older parsers drop leading zeros, which Terraform kept.
      if (!OCTET.matcher(part).matches() || Integer.parseInt(part) > 255) {
        return Optional.empty();
      }
      value = value.shiftLeft(8).or(BigInteger.valueOf(Integer.parseInt(part)));
    }
    return Optional.of(value);
  }

  private static Optional<BigInteger> version6(String given) {
    String host = given;
    int dot = host.lastIndexOf(':');
    if (host.indexOf('.') > dot) {
      Optional<BigInteger> tail = version4(host.substring(dot + 1));
      if (tail.isEmpty()) {
        return tail;
      }
      int low = tail.get().intValue();
      host = "%s:%x:%x".formatted(host.substring(0, dot), low >>> 16, low & 0xffff);
    }
    int gap = host.indexOf("::");
    List<String> front = groups(gap < 0 ? host : host.substring(0, gap));
    List<String> back = gap < 0 ? List.of() : groups(host.substring(gap + 2));
    int missing = 8 - front.size() - back.size();
    if (gap < 0 ? missing != 0 : missing < 1) {
      return Optional.empty();
    }
    List<String> all = new ArrayList<>(front);
    for (int i = 0; i < missing; i++) {
      all.add("0");
    }
    all.addAll(back);
    BigInteger value = BigInteger.ZERO;
    for (String group : all) {
      if (!GROUP.matcher(group).matches()) {
        return Optional.empty();
      }
      value = value.shiftLeft(16).or(new BigInteger(group, 16));
    }
    return Optional.of(value);
  }

  private static List<String> groups(String text) {
    return text.isEmpty() ? List.of() : Arrays.asList(text.split(":", -1));
  }

  BigInteger mask() {
    return BigInteger.ONE.shiftLeft(length).subtract(BigInteger.ONE).shiftLeft(bits - length);
  }

  Cidr at(BigInteger other) {
    return new Cidr(other, length, bits);
  }

  String prefixText() {
    return text() + "/" + length;
  }

  String text() {
    if (bits == 32) {
      int value = address.intValue();
      return "%d.%d.%d.%d"
          .formatted(value >>> 24, value >>> 16 & 0xff, value >>> 8 & 0xff, value & 0xff);
    }
    int[] groups = new int[8];
    for (int i = 0; i < 8; i++) {
      groups[i] = address.shiftRight(112 - 16 * i).intValue() & 0xffff;
    }
    return version6(groups);
  }

  private static String version6(int[] groups) {
    if (Arrays.stream(groups, 0, 5).allMatch(g -> g == 0) && groups[5] == 0xffff) {
      return "%d.%d.%d.%d"
          .formatted(groups[6] >>> 8, groups[6] & 0xff, groups[7] >>> 8, groups[7] & 0xff);
    }
    int best = -1;
    int bestLength = 1;
    for (int i = 0; i < 8; i++) {
      int end = i;
      while (end < 8 && groups[end] == 0) {
        end++;
      }
      if (end - i > bestLength) {
        best = i;
        bestLength = end - i;
      }
    }
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < 8; i++) {
      if (i == best) {
        out.append("::");
        i += bestLength - 1;
      } else {
        if (i > 0 && out.charAt(out.length() - 1) != ':') {
          out.append(':');
        }
        out.append(Integer.toHexString(groups[i]));
      }
    }
    return out.toString();
  }
}
