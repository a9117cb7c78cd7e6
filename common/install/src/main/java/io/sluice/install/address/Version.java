package io.sluice.install.address;

import io.sluice.language.address.BadText;
import java.math.BigInteger;
import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A semantic version. Build metadata tells packages apart and has no part in which of two is newer.
 *
 * @param prerelease without the dash, or empty
 * @param metadata without the plus, or empty
 */
public record Version(
    BigInteger major, BigInteger minor, BigInteger patch, String prerelease, String metadata)
    implements Comparable<Version> {
  private static final Pattern FORM =
      Pattern.compile(
          "([0-9]+)(?:\\.([0-9]+))?(?:\\.([0-9]+))?(?:-([0-9A-Za-z.-]+))?(?:\\+([0-9A-Za-z.-]+))?");

  private static final Comparator<Version> PRECEDENCE =
      Comparator.comparing(Version::major)
          .thenComparing(Version::minor)
          .thenComparing(Version::patch)
          .thenComparing(Version::prerelease, Version::comparePrereleases);

  public static Version parse(String text) {
    if (text.startsWith("v")) {
      throw new BadText("\"" + text + "\" must be written without the \"v\"");
    }
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new BadText("\"" + text + "\" is not a version such as 1.2.3 or 1.2.3-beta1");
    }
    return new Version(
        number(matcher.group(1)),
        number(matcher.group(2)),
        number(matcher.group(3)),
        text(matcher.group(4)),
        text(matcher.group(5)));
  }

  private static BigInteger number(@org.jspecify.annotations.Nullable String digits) {
    return digits == null ? BigInteger.ZERO : new BigInteger(digits);
  }

  private static String text(@org.jspecify.annotations.Nullable String written) {
    return written == null ? "" : written;
  }

  public boolean isPrerelease() {
    return !prerelease.isEmpty();
  }

  Version withoutMetadata() {
    return new Version(major, minor, patch, prerelease, "");
  }

  /** The least version that {@code ~>} with this number of parts no longer accepts. */
  Version nextMajor() {
    return new Version(major.add(BigInteger.ONE), BigInteger.ZERO, BigInteger.ZERO, "", "");
  }

  Version nextMinor() {
    return new Version(major, minor.add(BigInteger.ONE), BigInteger.ZERO, "", "");
  }

  /** By precedence: versions that differ in metadata only are neither older nor newer. */
  @Override
  public int compareTo(Version other) {
    return PRECEDENCE.compare(this, other);
  }

  /**
   * None is newer than any; numbers come before words; a longer list is newer than its beginning.
   */
  private static int comparePrereleases(String left, String right) {
    if (left.isEmpty() || right.isEmpty()) {
      return Boolean.compare(left.isEmpty(), right.isEmpty());
    }
    String[] ours = left.split("\\.", -1);
    String[] theirs = right.split("\\.", -1);
    for (int i = 0; i < Math.min(ours.length, theirs.length); i++) {
      int order = compareIdentifiers(ours[i], theirs[i]);
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(ours.length, theirs.length);
  }

  private static int compareIdentifiers(String left, String right) {
    boolean number = isNumber(left);
    if (number != isNumber(right)) {
      return number ? -1 : 1;
    }
    return number ? new BigInteger(left).compareTo(new BigInteger(right)) : left.compareTo(right);
  }

  private static boolean isNumber(String identifier) {
    return !identifier.isEmpty() && identifier.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  @Override
  public String toString() {
    return major
        + "."
        + minor
        + "."
        + patch
        + (prerelease.isEmpty() ? "" : "-" + prerelease)
        + (metadata.isEmpty() ? "" : "+" + metadata);
  }
}
