package io.sluice.install.provider;

import io.sluice.install.address.Version;
import io.sluice.install.address.VersionConstraints;
import io.sluice.install.archive.Placing;
import io.sluice.install.fault.InstallFault;
import io.sluice.install.hash.PackageHash;
import io.sluice.install.hash.PackageHashes;
import io.sluice.install.lock.DependencyLocks;
import io.sluice.install.lock.ProviderLock;
import io.sluice.install.provider.InstallProgress.Installed;
import io.sluice.install.source.PackageOffer;
import io.sluice.install.source.PackageSource;
import io.sluice.language.address.ProviderSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Installs what is required into a configuration's store. A version that is locked stays, unless an
 * upgrade is asked for; the hashes of a lock grow and never shrink while its version stays.
 */
public final class ProviderInstaller {
  private final PackageSource source;
  private final PackageInstall packages;
  private final ProviderStore store;
  private final @Nullable ProviderStore cache;
  private final Options options;
  private final InstallProgress progress;

  /**
   * @param upgrade newer versions are looked for although others are locked
   * @param trustSource packages need not match the lock, since they are fetched to extend it
   * @param cacheMayBreakLocks packages of the cache are taken even where no lock knows them
   */
  public record Options(boolean upgrade, boolean trustSource, boolean cacheMayBreakLocks) {
    public static final Options USUAL = new Options(false, false, false);
  }

  public ProviderInstaller(
      PackageSource source,
      PackageInstall packages,
      ProviderStore store,
      @Nullable ProviderStore cache,
      Options options,
      InstallProgress progress) {
    this.source = source;
    this.packages = packages;
    this.store = store;
    this.cache = cache;
    this.options = options;
    this.progress = progress;
  }

  /** What went wrong with one provider. */
  public record Failure(ProviderRequirement requirement, InstallFault fault) {}

  /**
   * @param locks what the lock file must hold if there are no failures
   */
  public record Outcome(DependencyLocks locks, List<Failure> failures) {
    public Outcome {
      failures = List.copyOf(failures);
    }
  }

  /** All that can be installed is, even if others can't. */
  public Outcome install(Collection<ProviderRequirement> required, DependencyLocks before) {
    SortedMap<ProviderSource, ProviderLock> locks = new TreeMap<>();
    List<Failure> failures = new ArrayList<>();
    for (ProviderRequirement requirement : required) {
      Optional<ProviderLock> lock = before.of(requirement.source());
      lock.ifPresent(old -> locks.put(old.source(), old));
      try {
        locks.put(requirement.source(), install(requirement, lock));
      } catch (InstallFault fault) {
        failures.add(new Failure(requirement, fault));
      }
    }
    return new Outcome(new DependencyLocks(locks), failures);
  }

  private ProviderLock install(ProviderRequirement requirement, Optional<ProviderLock> lock) {
    Optional<ProviderLock> kept = options.upgrade() ? Optional.empty() : lock;
    kept.ifPresent(old -> requireFit(requirement, old));
    Optional<ProviderLock> here = kept.flatMap(old -> alreadyHere(requirement, old));
    if (here.isPresent()) {
      return here.get();
    }
    Version version = version(requirement, kept);
    SortedSet<PackageHash> known =
        lock.filter(old -> old.version().equals(version))
            .map(ProviderLock::comparableHashes)
            .orElseGet(TreeSet::new);
    if (lock.isPresent() && isInstalled(requirement.source(), version, known)) {
      progress.installed(Installed.asLocked(requirement.source(), version, ""));
      return lock.get();
    }
    Optional<PackageHash> cached = fromCache(requirement.source(), version, known);
    return cached.isPresent()
        ? lock(requirement, version, known, Set.of(cached.get()))
        : fetch(requirement, version, known);
  }

  /** What is locked and installed, or in the cache, needs no registry. */
  private Optional<ProviderLock> alreadyHere(ProviderRequirement requirement, ProviderLock lock) {
    SortedSet<PackageHash> known = lock.comparableHashes();
    if (isInstalled(lock.source(), lock.version(), known)) {
      progress.installed(Installed.asLocked(lock.source(), lock.version(), ""));
      return Optional.of(lock);
    }
    return fromCache(lock.source(), lock.version(), known)
        .map(files -> lock(requirement, lock.version(), known, Set.of(files)));
  }

  private ProviderLock fetch(
      ProviderRequirement requirement, Version version, SortedSet<PackageHash> known) {
    ProviderSource provider = requirement.source();
    PackageOffer offer = offer(requirement, version);
    progress.fetching(provider, version, offer.from());
    ProviderStore first = cache == null ? store : cache;
    PackageInstall.Placed placed =
        packages.install(offer, first, options.trustSource() ? new TreeSet<>() : known);
    if (cache != null) {
      link(provider, version, cache.directory(provider, version));
    }
    progress.installed(new Installed(provider, version, placed.verified().how(), offer.from()));
    Set<PackageHash> learned = new TreeSet<>(placed.verified().signedHashes());
    learned.add(placed.files());
    return lock(requirement, version, known, learned);
  }

  private static ProviderLock lock(
      ProviderRequirement requirement,
      Version version,
      SortedSet<PackageHash> known,
      Set<PackageHash> learned) {
    return new ProviderLock(requirement.source(), version, requirement.constraints(), known)
        .with(learned);
  }

  private static void requireFit(ProviderRequirement requirement, ProviderLock lock) {
    if (!requirement.constraints().accept(lock.version())) {
      throw new InstallFault(
          "Locked version doesn't fit",
          "%s is locked at %s, and the configuration asks for %s."
              .formatted(lock.source().displayed(), lock.version(), requirement.constraints()),
          "`sluice init -upgrade` chooses a version anew.");
    }
  }

  private Version version(ProviderRequirement requirement, Optional<ProviderLock> kept) {
    ProviderSource provider = requirement.source();
    progress.looking(requirement, source.describe(provider));
    Set<Version> available = source.versions(provider).orElseThrow(() -> unknown(requirement));
    if (kept.isPresent()) {
      Version locked = kept.get().version();
      if (!available.contains(locked)) {
        throw gone(requirement, locked, available);
      }
      return locked;
    }
    return requirement
        .constraints()
        .newest(available)
        .orElseThrow(() -> noneFits(requirement, available));
  }

  private boolean isInstalled(
      ProviderSource provider, Version version, SortedSet<PackageHash> known) {
    Optional<Path> directory = store.installed(provider, version);
    return directory.isPresent() && known.contains(hash(directory.get()));
  }

  /**
   * A package of the cache is taken if a lock knows it. Without a lock it would bring the hash of
   * this platform alone, while a fetched one brings those of all.
   */
  private Optional<PackageHash> fromCache(
      ProviderSource provider, Version version, SortedSet<PackageHash> known) {
    Optional<Path> directory =
        cache == null ? Optional.empty() : cache.installed(provider, version);
    if (directory.isEmpty()) {
      return Optional.empty();
    }
    PackageHash files = hash(directory.get());
    boolean listsFiles = known.stream().anyMatch(PackageHash::isOfFiles);
    if (!known.contains(files) && (!options.cacheMayBreakLocks() || listsFiles)) {
      return Optional.empty();
    }
    link(provider, version, directory.get());
    progress.installed(Installed.asLocked(provider, version, "the cache"));
    return Optional.of(files);
  }

  private void link(ProviderSource provider, Version version, Path directory) {
    Path target = store.directory(provider, version);
    try {
      Placing.link(directory, target);
    } catch (IOException e) {
      throw new InstallFault(
              "Package can't be installed",
              "Linking " + target + " to " + directory + " failed: " + e.getMessage() + ".",
              "Check the permissions of the directory.")
          .because(e);
    }
  }

  private static PackageHash hash(Path directory) {
    try {
      return PackageHashes.ofDirectory(directory);
    } catch (IOException e) {
      throw new InstallFault(
              "Installed package can't be read",
              "Reading " + directory + " failed: " + e.getMessage() + ".",
              "Delete the directory and try again.")
          .because(e);
    }
  }

  private PackageOffer offer(ProviderRequirement requirement, Version version) {
    ProviderSource provider = requirement.source();
    return source
        .offer(provider, version, store.platform())
        .orElseThrow(
            () ->
                new InstallFault(
                    "Provider isn't there for this platform",
                    "%s %s is not available for %s in %s."
                        .formatted(
                            provider.displayed(),
                            version,
                            store.platform(),
                            source.describe(provider)),
                    "Ask for a version that is, in required_providers."));
  }

  private InstallFault unknown(ProviderRequirement requirement) {
    ProviderSource provider = requirement.source();
    return new InstallFault(
        "No such provider",
        "%s was not found in %s.".formatted(provider.displayed(), source.describe(provider)),
        requirement.named()
            ? "Check its source in required_providers."
            : "No required_providers names it: if it is another one's, add an entry with its"
                + " source.");
  }

  private InstallFault gone(
      ProviderRequirement requirement, Version locked, Set<Version> available) {
    ProviderSource provider = requirement.source();
    return new InstallFault(
        "Locked version is gone",
        "%s is locked at %s, which %s does not have; %s."
            .formatted(provider.displayed(), locked, source.describe(provider), newest(available)),
        "`sluice init -upgrade` chooses another one.");
  }

  private InstallFault noneFits(ProviderRequirement requirement, Set<Version> available) {
    ProviderSource provider = requirement.source();
    VersionConstraints wanted = requirement.constraints();
    return new InstallFault(
        "No version fits",
        "No version of %s in %s meets %s; %s."
            .formatted(
                provider.displayed(),
                source.describe(provider),
                wanted.isEmpty() ? "the rule that pre-releases have to be named" : wanted,
                newest(available)),
        "Change the constraints of " + String.join(", ", requirement.modules()) + ".");
  }

  private static String newest(Set<Version> available) {
    return available.stream()
        .max(Version::compareTo)
        .map(version -> "the newest of " + available.size() + " there is " + version)
        .orElse("there is no version at all");
  }
}
