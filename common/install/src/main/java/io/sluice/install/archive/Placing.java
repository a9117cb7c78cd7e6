package io.sluice.install.archive;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Puts files and directories in their place in one step: what dies half way leaves what was there,
 * and something hidden beside it.
 */
public final class Placing {
  private static final Duration ABANDONED = Duration.ofHours(6);
  private static final Pattern PROCESS = Pattern.compile("([0-9]{1,18})-[0-9]+");

  private Placing() {}

  public static void write(Path file, byte[] content) throws IOException {
    Path fresh = beside(file);
    try {
      Files.write(fresh, content);
      move(fresh, file);
    } finally {
      Files.deleteIfExists(fresh);
    }
  }

  /** A name in the same directory, which is made, for what is not ready yet. */
  public static Path beside(Path target) throws IOException {
    Path directory = target.toAbsolutePath().getParent();
    if (directory == null) {
      throw new IOException(target + " has no directory");
    }
    Files.createDirectories(directory);
    String name = "." + target.getFileName() + ".";
    deleteAbandoned(directory, name);
    long mine = ProcessHandle.current().pid();
    return directory.resolve(name + mine + "-" + System.nanoTime());
  }

  /** What processes left that died on the way; other machines may work in the same directory. */
  private static void deleteAbandoned(Path directory, String prefix) throws IOException {
    Instant longAgo = Instant.now().minus(ABANDONED);
    List<Path> found;
    try (Stream<Path> entries = Files.list(directory)) {
      found =
          entries.filter(entry -> String.valueOf(entry.getFileName()).startsWith(prefix)).toList();
    }
    for (Path entry : found) {
      Matcher process =
          PROCESS.matcher(String.valueOf(entry.getFileName()).substring(prefix.length()));
      if (process.matches()
          && ProcessHandle.of(Long.parseLong(process.group(1))).isEmpty()
          && Files.getLastModifiedTime(entry, LinkOption.NOFOLLOW_LINKS)
              .toInstant()
              .isBefore(longAgo)) {
        delete(entry);
      }
    }
  }

  /** Takes the place of a directory, a link or nothing. */
  public static void replaceDirectory(Path fresh, Path target) throws IOException {
    if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
      Path old = beside(target);
      move(target, old);
      try {
        move(fresh, target);
      } catch (IOException e) {
        move(old, target);
        throw e;
      }
      delete(old);
    } else {
      move(fresh, target);
    }
  }

  /** A link at the place of whatever was there; a copy where there can be no links. */
  public static void link(Path from, Path target) throws IOException {
    Path fresh = beside(target);
    try {
      Files.createSymbolicLink(fresh, from.toAbsolutePath().normalize());
    } catch (IOException | UnsupportedOperationException e) {
      copy(from, fresh);
    }
    replaceDirectory(fresh, target);
  }

  public static void copy(Path from, Path to) throws IOException {
    Path root = from.toRealPath();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
              throws IOException {
            Files.createDirectories(to.resolve(root.relativize(directory).toString()));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.copy(
                file,
                to.resolve(root.relativize(file).toString()),
                LinkOption.NOFOLLOW_LINKS,
                StandardCopyOption.COPY_ATTRIBUTES);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  /** With everything below; links are deleted, not followed. */
  public static void delete(Path path) throws IOException {
    if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    Files.walkFileTree(
        path,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(
              Path directory, @org.jspecify.annotations.Nullable IOException failure)
              throws IOException {
            if (failure != null) {
              throw failure;
            }
            Files.delete(directory);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private static void move(Path from, Path to) throws IOException {
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
