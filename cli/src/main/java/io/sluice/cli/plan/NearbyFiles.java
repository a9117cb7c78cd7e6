package io.sluice.cli.plan;

import io.sluice.model.Suggestion;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The file that a mistyped path probably means: each of its names, as far as they are wrong. */
final class NearbyFiles {
  private static final int MOST_LOOKED_AT = 1_000;

  private NearbyFiles() {}

  static Optional<String> nearest(Path directory, String typed) {
    Path path = Path.of(typed).normalize();
    Path there = path.isAbsolute() ? path.getRoot() : directory;
    Path told = path.isAbsolute() ? path.getRoot() : Path.of("");
    for (Path name : path) {
      Optional<String> found = among(there, name.toString());
      if (found.isEmpty()) {
        return Optional.empty();
      }
      there = there.resolve(found.get());
      told = told.resolve(found.get());
    }
    return Files.isRegularFile(there) ? Optional.of(told.toString()) : Optional.empty();
  }

  private static Optional<String> among(Path folder, String name) {
    return Files.exists(folder.resolve(name))
        ? Optional.of(name)
        : Suggestion.ofTyped(name, names(folder));
  }

  private static List<String> names(Path folder) {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        if (names.size() == MOST_LOOKED_AT) {
          break;
        }
        names.add(entry.getFileName().toString());
      }
    } catch (IOException | DirectoryIteratorException e) {
      // What can't be read is not suggested.
    }
    return names;
  }
}
