package io.sluice.bridge.process;

import io.sluice.provider.plugin.Ownership;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The private folder of one plugin: its socket, and a note of which process it is and whose. Notes
 * of workers that are gone lead to the plugins that they left behind.
 */
final class RuntimeFolder {
  private static final Logger LOG = LoggerFactory.getLogger(RuntimeFolder.class);
  private static final String PREFIX = "plugin";
  private static final String NOTE = "process";
  private static final FileAttribute<Set<PosixFilePermission>> PRIVATE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private final Path folder;

  private RuntimeFolder(Path folder) {
    this.folder = folder;
  }

  static RuntimeFolder make(Path runtime) throws IOException {
    Files.createDirectories(runtime, PRIVATE);
    if (!Ownership.isMine(runtime)) {
      throw new IOException("the directory " + runtime + " belongs to another user");
    }
    return new RuntimeFolder(Files.createTempDirectory(runtime, PREFIX, PRIVATE));
  }

  Path path() {
    return folder;
  }

  void note(ProcessHandle plugin) throws IOException {
    Files.writeString(
        folder.resolve(NOTE),
        ProcessNote.of(ProcessHandle.current()) + "\n" + ProcessNote.of(plugin));
  }

  void delete() {
    try {
      Files.walkFileTree(
          folder,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
              Files.deleteIfExists(file);
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
                throws IOException {
              Files.deleteIfExists(directory);
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (NoSuchFileException e) {
      // Somebody was faster.
    } catch (IOException e) {
      LOG.warn("Could not delete {}: {}", folder, e.getMessage());
    }
  }

  /**
   * Ends what workers that are gone left behind, and removes their folders. What another user wrote
   * down names no process that may be ended.
   *
   * @return the processes that were ended
   */
  static List<Long> reap(Path runtime) throws IOException {
    if (!Files.isDirectory(runtime) || !Ownership.isMine(runtime)) {
      return List.of();
    }
    List<Long> ended = new ArrayList<>();
    try (Stream<Path> folders = Files.list(runtime)) {
      for (Path folder : folders.filter(RuntimeFolder::isOne).toList()) {
        List<String> note = note(folder);
        if (note.size() < 2 || ProcessNote.find(note.get(0)).isPresent()) {
          continue;
        }
        ProcessNote.find(note.get(1))
            .ifPresent(
                plugin -> {
                  plugin.destroyForcibly();
                  awaitEnd(plugin);
                  ended.add(plugin.pid());
                });
        new RuntimeFolder(folder).delete();
      }
    }
    return ended;
  }

  /** Killed, it ends at once, but for one that the kernel itself is waiting in. */
  private static void awaitEnd(ProcessHandle killed) {
    try {
      killed.onExit().get(10, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      LOG.warn("Process {} was killed and has not ended", killed.pid());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean isOne(Path folder) {
    return folder.getFileName().toString().startsWith(PREFIX)
        && Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS);
  }

  private static List<String> note(Path folder) throws IOException {
    try {
      return Files.readAllLines(folder.resolve(NOTE), StandardCharsets.UTF_8);
    } catch (NoSuchFileException e) {
      return List.of();
    }
  }
}
