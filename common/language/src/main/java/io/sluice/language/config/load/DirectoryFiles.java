package io.sluice.language.config.load;

import io.sluice.language.config.ConfigurationFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Files on disk below (or beside) a directory. */
public record DirectoryFiles(Path root) implements ConfigurationFiles {
  @Override
  public Optional<List<String>> names(String directory) {
    try {
      Path path = root.resolve(directory);
      if (!Files.isDirectory(path)) {
        return Optional.empty();
      }
      try (Stream<Path> entries = Files.list(path)) {
        return Optional.of(
            entries
                .filter(entry -> !Files.isDirectory(entry))
                .map(entry -> entry.getFileName().toString())
                .sorted()
                .toList());
      }
    } catch (IOException | InvalidPathException e) {
      return Optional.empty();
    }
  }

  @Override
  public Optional<byte[]> read(String path) {
    try {
      return Optional.of(Files.readAllBytes(root.resolve(path)));
    } catch (IOException | InvalidPathException e) {
      return Optional.empty();
    }
  }
}
