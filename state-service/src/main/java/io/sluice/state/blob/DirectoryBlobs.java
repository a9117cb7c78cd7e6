package io.sluice.state.blob;

import io.sluice.service.PrivateDirectory;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** A directory that all instances see. */
class DirectoryBlobs implements BlobStore {
  private static final String ASIDE = ".new-";

  private final Path root;

  DirectoryBlobs(Path root) {
    this.root = root;
  }

  /** Makes the directory, with the first content, closed to other users of this machine. */
  private void make() throws IOException {
    if (!Files.isDirectory(root)) {
      PrivateDirectory.make(root);
    }
  }

  private Path file(String key) throws IOException {
    Path file = root.resolve(key).normalize();
    if (!file.startsWith(root) || file.equals(root)) {
      throw new IOException(key + " is no key");
    }
    return file;
  }

  @Override
  public Optional<Kept> find(String key) throws IOException {
    try {
      BasicFileAttributes known = Files.readAttributes(file(key), BasicFileAttributes.class);
      return known.isRegularFile()
          ? Optional.of(new Kept(key, known.size(), known.lastModifiedTime().toInstant()))
          : Optional.empty();
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  @Override
  public Optional<Opened> open(String key) throws IOException {
    try {
      Path file = file(key);
      return Optional.of(new Opened(Files.newInputStream(file), Files.size(file)));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  @Override
  public void put(String key, Path content) throws IOException {
    Path file = file(key);
    make();
    Files.createDirectories(file.getParent());
    Path aside = file.resolveSibling(ASIDE + UUID.randomUUID());
    try {
      Files.copy(content, aside);
      Files.move(aside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(aside);
    }
  }

  @Override
  public List<Kept> list(String prefix) throws IOException {
    List<Kept> kept = new ArrayList<>();
    Path from = file(prefix);
    if (!Files.isDirectory(from)) {
      return kept;
    }
    Files.walkFileTree(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes known) {
            kept.add(
                new Kept(
                    root.relativize(file).toString().replace('\\', '/'),
                    known.size(),
                    known.lastModifiedTime().toInstant()));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) {
            // Another instance deleted it.
            return FileVisitResult.CONTINUE;
          }
        });
    return kept;
  }

  @Override
  public void delete(String key) throws IOException {
    Files.deleteIfExists(file(key));
  }

  @Override
  public String toString() {
    return "the directory " + root;
  }
}
