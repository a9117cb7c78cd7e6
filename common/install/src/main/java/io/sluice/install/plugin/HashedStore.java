package io.sluice.install.plugin;

import io.sluice.install.archive.Placing;
import io.sluice.install.hash.PackageHash;
import io.sluice.provider.plugin.Ownership;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A process's own packages, each in a directory named by its hash. What is there was compared with
 * that hash before it came to its place in one step, and is not written to any more; so several
 * processes of one user may share one store. What others could have put there is not believed.
 */
record HashedStore(Path root) {
  /** A package that is here. */
  record Kept(Path directory, PackageHash hash) {}

  Optional<Kept> find(Collection<PackageHash> hashes) throws IOException {
    Ownership.requireMine(root);
    return hashes.stream()
        .map(hash -> new Kept(directory(hash), hash))
        .filter(kept -> Files.isDirectory(kept.directory()))
        .findFirst();
  }

  /**
   * Takes a directory whose hash is known; one that is there already stays.
   *
   * @param alias another hash that it was accepted by
   */
  Kept keep(Path fresh, PackageHash files, Optional<PackageHash> alias) throws IOException {
    protect(fresh);
    Path place = directory(files);
    try {
      Files.move(fresh, place);
    } catch (IOException e) {
      if (!Files.isDirectory(place)) {
        throw e;
      }
    }
    if (alias.isPresent() && !Files.exists(directory(alias.get()))) {
      Placing.link(place, directory(alias.get()));
    }
    return new Kept(place, files);
  }

  /** For what is not ready yet. */
  Path aside() throws IOException {
    return Placing.beside(root.resolve("fetched"));
  }

  private static void protect(Path directory) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(directory)) {
      files = all.filter(Files::isRegularFile).toList();
    }
    for (Path file : files) {
      if (!file.toFile().setReadOnly()) {
        throw new IOException(file + " can't be protected from changes");
      }
    }
  }

  private Path directory(PackageHash hash) {
    String value = hash.value().replace('/', '_').replace('+', '-').replace("=", "");
    return root.resolve(hash.scheme() + "-" + value);
  }
}
