package io.sluice.install.plugin;

import io.sluice.install.hash.PackageHash;
import io.sluice.install.hash.PackageHashes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * The hashes of directories that others may change. All of a directory is read once, and again when
 * one of its files has another size or time.
 */
final class VerifiedDirectories {
  private final Map<Path, Known> known = new ConcurrentHashMap<>();

  private record Known(Map<Path, Stamp> files, PackageHash hash) {}

  private record Stamp(long size, long changed) {}

  PackageHash hash(Path directory) throws IOException {
    Path real = directory.toRealPath();
    Map<Path, Stamp> files = files(real);
    Known before = known.get(real);
    if (before != null && before.files().equals(files)) {
      return before.hash();
    }
    PackageHash hash = PackageHashes.ofDirectory(real);
    known.put(real, new Known(files, hash));
    return hash;
  }

  private static Map<Path, Stamp> files(Path directory) throws IOException {
    Map<Path, Stamp> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path path : (Iterable<Path>) all::iterator) {
        BasicFileAttributes seen = Files.readAttributes(path, BasicFileAttributes.class);
        if (seen.isRegularFile()) {
          files.put(path, new Stamp(seen.size(), seen.lastModifiedTime().toMillis()));
        }
      }
    }
    return files;
  }
}
