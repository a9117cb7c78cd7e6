package io.sluice.install.mirror;

import io.sluice.install.fault.InstallFault;
import io.sluice.install.hash.PackageHash;
import io.sluice.install.hash.PackageHashes;
import io.sluice.install.source.PackageOffer;
import io.sluice.install.source.Proof;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** Hashes that a mirror announces: they find damage, and prove nothing about the author. */
record ListedHashes(List<PackageHash> hashes) implements Proof {
  ListedHashes {
    hashes = List.copyOf(hashes);
  }

  @Override
  public Verified verify(PackageOffer offer, Path archive) throws IOException {
    PackageHash files = PackageHashes.ofArchivedFiles(archive);
    if (hashes.contains(files) || hashes.contains(PackageHashes.ofArchive(archive))) {
      return new Verified("checksum verified", Set.of());
    }
    throw new InstallFault(
        "Package isn't what it should be",
        "%s from %s is refused: its hash is %s, and the mirror announces %s."
            .formatted(offer.describe(), offer.from(), files, hashes),
        "Nothing of it was installed. Fetch it anew for the mirror: `sluice providers mirror`.");
  }
}
