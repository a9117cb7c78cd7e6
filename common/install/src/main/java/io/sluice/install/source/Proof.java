package io.sluice.install.source;

import io.sluice.install.hash.PackageHash;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

/** What a source says about a package, to be held against the package itself. */
public interface Proof {
  /** Of places that say nothing, as directories do. */
  Proof NONE = (offer, archive) -> new Verified("not signed", Set.of());

  /** A package that is not what it should be is an {@code InstallFault}. */
  Verified verify(PackageOffer offer, Path archive) throws IOException;

  /**
   * @param how for people: {@code signed, key ID 34365D9472D7468F}
   * @param signedHashes of all platforms' packages, where a signature covers them
   */
  record Verified(String how, Set<PackageHash> signedHashes) {
    public Verified {
      signedHashes = Set.copyOf(signedHashes);
    }
  }
}
