package io.sluice.install.provider;

import io.sluice.install.address.Version;
import io.sluice.install.fault.InstallFault;
import io.sluice.install.hash.PackageHash;
import io.sluice.install.hash.PackageHashes;
import io.sluice.install.lock.ProviderLock;
import io.sluice.language.address.ProviderSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Finds the locked packages in a configuration's store, to run them. */
public record InstalledPackages(ProviderStore store) {
  /** A package that lies in the store. */
  public record Found(ProviderSource provider, Version version, Path directory, Path program) {}

  /**
   * A package that lies in the store and is one that its lock allows.
   *
   * @param files its {@code h1:}
   */
  public record Verified(Found found, PackageHash files) {}

  /** Nothing where it is not installed, or has no program in it. */
  public Optional<Found> find(ProviderLock lock) {
    return store
        .installed(lock.source(), lock.version())
        .flatMap(
            directory ->
                program(lock.source(), directory)
                    .map(file -> new Found(lock.source(), lock.version(), directory, file)));
  }

  /**
   * The same for one that is about to run: it must be there, and must be one that the lock allows.
   * Reads all of it, which takes seconds where it is large.
   */
  public Verified require(ProviderLock lock) {
    Found found =
        find(lock)
            .orElseThrow(
                () ->
                    new InstallFault(
                        "Provider isn't installed",
                        "%s %s is locked and not installed in %s."
                            .formatted(lock.source().displayed(), lock.version(), store.root()),
                        "Run `sluice init`."));
    try {
      PackageHash files = PackageHashes.ofDirectory(found.directory());
      if (lock.hashes().contains(files)) {
        return new Verified(found, files);
      }
      throw new InstallFault(
          "Package differs from the lock file",
          "%s %s in %s has %s, which .terraform.lock.hcl does not allow."
              .formatted(lock.source().displayed(), lock.version(), found.directory(), files),
          "`sluice init` installs it anew.");
    } catch (IOException e) {
      throw unreadable(found.directory(), e);
    }
  }

  private static Optional<Path> program(ProviderSource provider, Path directory) {
    try {
      return ProviderStore.executable(directory, provider);
    } catch (IOException e) {
      throw unreadable(directory, e);
    }
  }

  private static InstallFault unreadable(Path directory, IOException e) {
    return new InstallFault(
            "Installed package can't be read",
            "Reading " + directory + " failed: " + e.getMessage() + ".",
            "Check its permissions, or delete it and run `sluice init`.")
        .because(e);
  }
}
