package io.sluice.cli.command.shared;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A directory that is gone when it is closed. */
public record TemporaryDirectory(Path path) implements AutoCloseable {
  public static TemporaryDirectory make() {
    try {
      return new TemporaryDirectory(Files.createTempDirectory("sluice-"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try (Stream<Path> files = Files.walk(path)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException | UncheckedIOException e) {
      // A temporary folder that stays is only untidy.
    }
  }
}
