package io.sluice.planning.configuration.files;

import io.sluice.model.file.BundledFile;
import io.sluice.model.file.FileEntry;
import io.sluice.model.file.PlacedPath;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The files of a configuration with what is in them, as far as that travels along.
 *
 * @param files by the paths that the configuration calls them by
 * @param toKeep what has to be kept elsewhere since workers need it, by digest
 */
public record BundledFiles(SortedMap<String, BundledFile> files, SortedMap<String, Path> toKeep) {
  /**
   * Files that an evaluation read whole travel along, since the planner needs them; of the rest,
   * the smallest do.
   *
   * @param root the configuration's directory
   * @param read contents by the paths that the evaluation asked for
   * @param large digests of files that the evaluation asked for nothing else of
   * @param named what arguments name
   */
  public static BundledFiles of(
      Path root,
      Map<String, byte[]> read,
      Map<String, SortedMap<String, String>> large,
      NamedFiles.Found named,
      FileLimits limits) {
    BundledFiles bundled = new BundledFiles(new TreeMap<>(), new TreeMap<>());
    Set<String> known = new HashSet<>();
    read.forEach(
        (path, content) -> {
          bundled.files.put(path, BundledFile.of(content, mode(root.resolve(path))));
          PlacedPath.normal(path).ifPresent(known::add);
        });
    List<Waiting> waiting = new ArrayList<>();
    large.forEach(
        (path, digests) -> {
          if (!read.containsKey(path)) {
            waiting.add(Waiting.of(path, root.resolve(path), digests));
            PlacedPath.normal(path).ifPresent(known::add);
          }
        });
    named
        .files()
        .forEach(
            (path, file) -> {
              if (known.add(path)) {
                waiting.add(Waiting.of(path, file, new TreeMap<>()));
              }
            });
    waiting.sort(Comparator.comparingLong(Waiting::bytes).thenComparing(Waiting::path));
    bundled.add(waiting, named.relative(), limits.carried());
    return bundled;
  }

  private record Waiting(String path, Path file, SortedMap<String, String> digests, long bytes) {
    static Waiting of(String path, Path file, SortedMap<String, String> digests) {
      try {
        return new Waiting(path, file, digests, Files.size(file));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private void add(List<Waiting> waiting, boolean needed, long carried) {
    long bytes = 0;
    try {
      for (Waiting each : waiting) {
        bytes += each.bytes();
        int mode = mode(each.file());
        if (needed && bytes <= carried) {
          files.put(each.path(), BundledFile.of(Files.readAllBytes(each.file()), mode));
          continue;
        }
        String digest = FileDigest.of(each.file(), FileDigest.SHA_256);
        files.put(
            each.path(),
            new BundledFile(new FileEntry(digest, each.bytes(), mode), null, each.digests()));
        if (needed) {
          toKeep.put(digest, each.file());
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int mode(Path file) {
    try {
      String letters = PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
      return Integer.parseInt(letters.replaceAll("[rwx]", "1").replace('-', '0'), 2);
    } catch (IOException | UnsupportedOperationException e) {
      return FileEntry.USUAL_MODE;
    }
  }
}
