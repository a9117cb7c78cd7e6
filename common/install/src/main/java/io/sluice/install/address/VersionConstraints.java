package io.sluice.install.address;

import io.sluice.language.address.BadText;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Conditions that must hold together; none accepts every release. */
public record VersionConstraints(SortedSet<VersionConstraint> all) {
  public static final VersionConstraints NONE = new VersionConstraints(new TreeSet<>());

  public VersionConstraints {
    all = java.util.Collections.unmodifiableSortedSet(new TreeSet<>(all));
  }

  /** {@code ">= 1.0, != 1.3.0, < 2.0"}. */
  public static VersionConstraints parse(String text) {
    SortedSet<VersionConstraint> all = new TreeSet<>();
    if (!text.isBlank()) {
      for (String one : text.split(",", -1)) {
        if (one.isBlank()) {
          throw new BadText("\"" + text + "\" has a comma without a condition beside it");
        }
        all.add(VersionConstraint.parse(one));
      }
    }
    return new VersionConstraints(all);
  }

  public VersionConstraints and(VersionConstraints other) {
    SortedSet<VersionConstraint> both = new TreeSet<>(all);
    both.addAll(other.all);
    return new VersionConstraints(both);
  }

  public boolean accept(Version version) {
    return all.stream().allMatch(one -> one.holds(version))
        && (!version.isPrerelease() || all.stream().anyMatch(one -> one.asksFor(version)));
  }

  /** Of several with the same precedence the one that is written last. */
  public Optional<Version> newest(Collection<Version> versions) {
    return versions.stream()
        .filter(this::accept)
        .max(Comparator.<Version>naturalOrder().thenComparing(Version::metadata));
  }

  public boolean isEmpty() {
    return all.isEmpty();
  }

  /** Sorted and without repetition: the form of the lock file. */
  @Override
  public String toString() {
    return all.stream().map(VersionConstraint::toString).collect(Collectors.joining(", "));
  }
}
