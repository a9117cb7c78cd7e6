package io.sluice.cli.inspect;

import io.sluice.language.function.FileAccess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The files of this machine, relative paths from one directory. */
record DiskFiles(Path directory, String home) implements FileAccess {
  @Override
  public Kind kind(String path) {
    Path file = directory.resolve(path);
    if (Files.isRegularFile(file)) {
      return Kind.FILE;
    }
    return Files.isDirectory(file) ? Kind.DIRECTORY : Files.exists(file) ? Kind.OTHER : Kind.NONE;
  }

  @Override
  public byte[] read(String path) throws Unreadable {
    try {
      return Files.readAllBytes(directory.resolve(path));
    } catch (NoSuchFileException e) {
      throw new Unreadable("no file exists at \"" + path + "\"");
    } catch (IOException e) {
      throw new Unreadable("failed to read " + path + ": " + e.getMessage());
    }
  }

  @Override
  public List<String> filesBelow(String path) throws Unreadable {
    Path start = directory.resolve(path);
    try (Stream<Path> files = Files.walk(start)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> start.relativize(file).toString())
          .toList();
    } catch (IOException | UncheckedIOException e) {
      throw new Unreadable("failed to list " + path);
    }
  }

  @Override
  public String absolute(String path) {
    return directory.resolve(path).toAbsolutePath().normalize().toString();
  }
}
