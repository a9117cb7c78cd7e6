package io.sluice.install.provider;

import io.sluice.install.address.Platform;
import io.sluice.install.archive.Placing;
import io.sluice.install.fault.InstallFault;
import io.sluice.install.lock.DependencyLocks;
import io.sluice.install.lock.ProviderLock;
import io.sluice.install.source.PackageSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Extends locks by the hashes of other platforms' packages: each is fetched, checked and thrown
 * away.
 */
public final class PlatformLocks {
  private final PackageSource source;
  private final PackageInstall packages;
  private final InstallProgress progress;

  public PlatformLocks(PackageSource source, PackageInstall packages, InstallProgress progress) {
    this.source = source;
    this.packages = packages;
    this.progress = progress;
  }

  /** Locks of providers that are not among the required ones stay as they are. */
  public ProviderInstaller.Outcome lock(
      Collection<ProviderRequirement> required,
      DependencyLocks before,
      Collection<Platform> platforms) {
    DependencyLocks locks = before;
    List<ProviderInstaller.Failure> failures = new ArrayList<>();
    for (Platform platform : platforms) {
      ProviderInstaller.Outcome outcome = install(required, locks, platform);
      failures.addAll(outcome.failures());
      for (ProviderLock fresh : outcome.locks().providers().values()) {
        Optional<ProviderLock> old = before.of(fresh.source());
        locks = locks.with(old.map(lock -> fresh.with(lock.hashes())).orElse(fresh));
      }
    }
    return new ProviderInstaller.Outcome(locks, failures);
  }

  private ProviderInstaller.Outcome install(
      Collection<ProviderRequirement> required, DependencyLocks locks, Platform platform) {
    try {
      Path aside = Files.createTempDirectory("sluice-providers");
      try {
        return new ProviderInstaller(
                source,
                packages,
                new ProviderStore(aside, platform),
                null,
                new ProviderInstaller.Options(false, true, false),
                progress)
            .install(required, locks);
      } finally {
        Placing.delete(aside);
      }
    } catch (IOException e) {
      throw new InstallFault(
              "Packages can't be fetched",
              "The directory for temporary files can't be used: " + e.getMessage() + ".",
              "Check its permissions and the space on the disk.")
          .because(e);
    }
  }
}
