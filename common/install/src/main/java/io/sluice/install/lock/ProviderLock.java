package io.sluice.install.lock;

import io.sluice.install.address.Version;
import io.sluice.install.address.VersionConstraints;
import io.sluice.install.hash.PackageHash;
import io.sluice.language.address.ProviderSource;
import java.util.Collection;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The version that was chosen for a provider, and the packages of it that may run.
 *
 * @param constraints what the configuration asked for when the version was chosen
 */
public record ProviderLock(
    ProviderSource source,
    Version version,
    VersionConstraints constraints,
    SortedSet<PackageHash> hashes) {
  public ProviderLock {
    hashes = Collections.unmodifiableSortedSet(new TreeSet<>(hashes));
  }

  /** Those that this build can compare with a package. */
  public SortedSet<PackageHash> comparableHashes() {
    SortedSet<PackageHash> known = new TreeSet<>(hashes);
    known.removeIf(hash -> !hash.isKnown());
    return known;
  }

  public ProviderLock with(Collection<PackageHash> more) {
    SortedSet<PackageHash> both = new TreeSet<>(hashes);
    both.addAll(more);
    return new ProviderLock(source, version, constraints, both);
  }

  /** Constraints only explain a choice: another wording of them does not make another lock. */
  boolean choosesSameAs(ProviderLock other) {
    return version.equals(other.version) && hashes.equals(other.hashes);
  }
}
