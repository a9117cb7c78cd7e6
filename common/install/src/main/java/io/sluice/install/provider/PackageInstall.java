package io.sluice.install.provider;

import io.sluice.install.archive.Placing;
import io.sluice.install.archive.Unpacking;
import io.sluice.install.fault.InstallFault;
import io.sluice.install.hash.PackageHash;
import io.sluice.install.hash.PackageHashes;
import io.sluice.install.http.HttpFetch;
import io.sluice.install.source.PackageOffer;
import io.sluice.install.source.Proof;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;

/**
 * Brings one offered package into a store: fetched and unpacked beside its place, checked, and
 * moved there in one step. What fails a check leaves nothing behind.
 */
public final class PackageInstall {
  private final HttpFetch http;

  public PackageInstall(HttpFetch http) {
    this.http = http;
  }

  /**
   * A package that is in its place.
   *
   * @param files its {@code h1:}
   * @param archive its {@code zh:}, if it was packed
   */
  public record Placed(PackageHash files, Optional<PackageHash> archive, Proof.Verified verified) {}

  /** An archive that passed all checks, in a place of its own that the taker deletes. */
  public record Fetched(Path archive, boolean temporary, Proof.Verified verified) {}

  /**
   * @param accepted one of these hashes must be the package's; any will do if there are none
   */
  public Placed install(PackageOffer offer, ProviderStore store, SortedSet<PackageHash> accepted) {
    Path target = store.directory(offer.provider(), offer.version());
    try {
      return switch (offer.location()) {
        case PackageOffer.Unpacked unpacked -> link(offer, unpacked.directory(), target, accepted);
        case PackageOffer.Packed packed -> unpack(offer, packed.archive(), target, accepted);
        case PackageOffer.Download download -> {
          Fetched fetched = fetch(offer, target);
          try {
            requireAccepted(offer, fetched.archive(), accepted);
            yield placed(offer, fetched.archive(), target, fetched.verified());
          } finally {
            Files.deleteIfExists(fetched.archive());
          }
        }
      };
    } catch (IOException e) {
      throw failed(offer, e);
    }
  }

  /** The archive of an offer, verified; a downloaded one lies beside the target. */
  public Fetched fetch(PackageOffer offer, Path target) {
    try {
      return switch (offer.location()) {
        case PackageOffer.Packed packed ->
            new Fetched(packed.archive(), false, offer.proof().verify(offer, packed.archive()));
        case PackageOffer.Unpacked unpacked ->
            throw new InstallFault(
                "No archive of the package",
                "%s has %s unpacked, and an archive is needed."
                    .formatted(offer.from(), offer.describe()),
                "Fetch it from its registry.");
        case PackageOffer.Download download -> {
          Path archive = Placing.beside(target);
          try {
            http.download(download.uri(), Optional.empty(), archive);
            yield new Fetched(archive, true, offer.proof().verify(offer, archive));
          } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(archive);
            throw e;
          }
        }
      };
    } catch (IOException e) {
      throw failed(offer, e);
    }
  }

  private Placed unpack(
      PackageOffer offer, Path archive, Path target, SortedSet<PackageHash> accepted)
      throws IOException {
    Proof.Verified verified = offer.proof().verify(offer, archive);
    requireAccepted(offer, archive, accepted);
    return placed(offer, archive, target, verified);
  }

  private static Placed placed(
      PackageOffer offer, Path archive, Path target, Proof.Verified verified) throws IOException {
    return new Placed(
        place(offer, archive, target), Optional.of(PackageHashes.ofArchive(archive)), verified);
  }

  private static PackageHash place(PackageOffer offer, Path archive, Path target)
      throws IOException {
    Path fresh = Placing.beside(target);
    try {
      Unpacking.unpack(archive, Unpacking.Form.ZIP, fresh);
      requireExecutable(offer, fresh);
      PackageHash files = PackageHashes.ofDirectory(fresh);
      Placing.replaceDirectory(fresh, target);
      return files;
    } finally {
      Placing.delete(fresh);
    }
  }

  /**
   * An archive's hash can't be had from its files; then the files are trusted, as Terraform does.
   */
  private static Placed link(
      PackageOffer offer, Path directory, Path target, SortedSet<PackageHash> accepted)
      throws IOException {
    PackageHash files = PackageHashes.ofDirectory(directory);
    if (accepted.stream().anyMatch(PackageHash::isOfFiles) && !accepted.contains(files)) {
      throw mismatch(offer, Set.of(files));
    }
    requireExecutable(offer, directory);
    Placing.link(directory, target);
    return new Placed(files, Optional.empty(), new Proof.Verified("not signed", Set.of()));
  }

  private static void requireAccepted(
      PackageOffer offer, Path archive, SortedSet<PackageHash> accepted) throws IOException {
    if (accepted.isEmpty()) {
      return;
    }
    PackageHash packed = PackageHashes.ofArchive(archive);
    if (accepted.contains(packed)) {
      return;
    }
    PackageHash files = PackageHashes.ofArchivedFiles(archive);
    if (!accepted.contains(files)) {
      throw mismatch(offer, Set.of(files, packed));
    }
  }

  private static void requireExecutable(PackageOffer offer, Path directory) throws IOException {
    if (ProviderStore.executable(directory, offer.provider()).isEmpty()) {
      throw new InstallFault(
          "Package has no provider in it",
          "%s from %s has no file whose name begins with terraform-provider-%s."
              .formatted(offer.describe(), offer.from(), offer.provider().type()),
          "Nothing of it was installed. Ask the author of the provider.");
    }
  }

  private static InstallFault mismatch(PackageOffer offer, Set<PackageHash> actual) {
    return new InstallFault(
        "Package differs from the lock file",
        "%s from %s has %s, which .terraform.lock.hcl does not allow."
            .formatted(
                offer.describe(),
                offer.from(),
                String.join(" and ", actual.stream().map(PackageHash::toString).sorted().toList())),
        "If the lock file was made on another platform: `sluice providers lock --platform="
            + offer.platform()
            + "`. Otherwise somebody has changed the package: don't use it.");
  }

  private static InstallFault failed(PackageOffer offer, IOException e) {
    return new InstallFault(
            "Package can't be installed",
            "%s from %s: %s.".formatted(offer.describe(), offer.from(), e.getMessage()),
            "Nothing of it was installed. Check the network and the space on the disk, and try"
                + " again.")
        .because(e);
  }
}
