package io.sluice.provider;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;

/**
 * The directory that a worker's relative paths begin at, with an identity of its own: what was made
 * under one root must not be looked for under another and reported gone.
 */
public record RootDirectory(Path path, String id) {
  private static final String FILE = ".sluice-root";

  public RootDirectory {
    path = path.toAbsolutePath().normalize();
  }

  /** Reads the directory's id, or gives it one; safe when several open it at once. */
  public static RootDirectory open(Path directory) throws IOException {
    Path file = directory.resolve(FILE);
    try {
      return new RootDirectory(directory, read(file));
    } catch (NoSuchFileException e) {
      Path mine = Files.createTempFile(directory, FILE, ".new");
      try {
        Files.writeString(mine, UUID.randomUUID() + "\n");
        Files.createLink(file, mine);
      } catch (FileAlreadyExistsException other) {
        // Another worker was first: its id counts.
        return new RootDirectory(directory, read(file));
      } catch (UnsupportedOperationException noLinks) {
        Files.move(mine, file, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(mine);
      }
      return new RootDirectory(directory, read(file));
    }
  }

  private static String read(Path file) throws IOException {
    String id = Files.readString(file, StandardCharsets.UTF_8).strip();
    try {
      return UUID.fromString(id).toString();
    } catch (IllegalArgumentException e) {
      throw new IOException(
          file + " does not hold an id; remove it if no worker has made anything under this root",
          e);
    }
  }

  public Path resolve(String name) {
    return path.resolve(name).normalize();
  }
}
