package io.sluice.install.address;

import io.sluice.language.address.BadText;
import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One condition on a version, {@code >= 1.2}. Parts that are left out of the boundary are zero.
 *
 * @param boundary the version that the operator compares with
 */
public record VersionConstraint(Operator operator, Version boundary)
    implements Comparable<VersionConstraint> {

  /** In the order in which conditions with the same boundary are written to the lock file. */
  public enum Operator {
    NEWER("> "),
    AT_LEAST(">= "),
    EXACTLY(""),
    /** {@code ~> 1.2.3}: any later patch of 1.2. */
    SAME_MINOR("~> "),
    /** {@code ~> 1.2}: any later minor version of 1. */
    SAME_MAJOR("~> "),
    AT_MOST("<= "),
    OLDER("< "),
    NOT("!= ");

    private final String written;

    Operator(String written) {
      this.written = written;
    }
  }

  private static final Pattern FORM = Pattern.compile("([^0-9A-Za-z\\s.*]*)\\s*(.*)");

  private static final Comparator<VersionConstraint> ORDER =
      Comparator.comparing(VersionConstraint::boundary)
          .thenComparing(constraint -> constraint.boundary().metadata())
          .thenComparing(VersionConstraint::operator);

  static VersionConstraint parse(String text) {
    Matcher matcher = FORM.matcher(text.strip());
    if (!matcher.matches() || matcher.group(2).isEmpty()) {
      throw new BadText("\"" + text.strip() + "\" is not a version constraint such as \">= 1.2\"");
    }
    String number = matcher.group(2);
    Version boundary = Version.parse(number);
    return new VersionConstraint(meant(matcher.group(1), number), boundary);
  }

  private static Operator meant(String written, String number) {
    return switch (written) {
      case "", "=" -> Operator.EXACTLY;
      case "!=" -> Operator.NOT;
      case ">" -> Operator.NEWER;
      case ">=" -> Operator.AT_LEAST;
      case "<" -> Operator.OLDER;
      case "<=" -> Operator.AT_MOST;
      case "~>" ->
          number.split("[-+]", 2)[0].chars().filter(c -> c == '.').count() == 2
              ? Operator.SAME_MINOR
              : Operator.SAME_MAJOR;
      case "=<" -> throw new BadText("\"=<\" is no operator; write \"<=\"");
      case "=>" -> throw new BadText("\"=>\" is no operator; write \">=\"");
      default ->
          throw new BadText(
              "\"" + written + "\" is no operator; there are =, !=, >, >=, <, <= and ~>");
    };
  }

  /** Leaving aside that pre-releases have to be asked for. */
  boolean holds(Version version) {
    Version bound = boundary.withoutMetadata();
    int order = version.compareTo(bound);
    return switch (operator) {
      case EXACTLY -> version.equals(boundary);
      case NOT -> !version.equals(boundary);
      case NEWER -> order > 0;
      case AT_LEAST -> order >= 0;
      case OLDER -> order < 0;
      case AT_MOST -> order <= 0;
      case SAME_MINOR -> order >= 0 && version.compareTo(boundary.nextMinor()) < 0;
      case SAME_MAJOR -> order >= 0 && version.compareTo(boundary.nextMajor()) < 0;
    };
  }

  /** A pre-release is taken only where it is named. */
  boolean asksFor(Version version) {
    return operator == Operator.EXACTLY && version.equals(boundary);
  }

  @Override
  public int compareTo(VersionConstraint other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    if (operator != Operator.SAME_MAJOR) {
      return operator.written + boundary;
    }
    return operator.written
        + boundary.major()
        + "."
        + boundary.minor()
        + (boundary.prerelease().isEmpty() ? "" : "-" + boundary.prerelease())
        + (boundary.metadata().isEmpty() ? "" : "+" + boundary.metadata());
  }
}
