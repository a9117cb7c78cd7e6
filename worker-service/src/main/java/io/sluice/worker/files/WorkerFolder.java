package io.sluice.worker.files;

import io.sluice.provider.plugin.Ownership;
import io.sluice.service.PrivateDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A folder of this worker alone, among those of others. It is deleted when the worker stops. If a
 * worker is killed, the next one to start deletes its folder, whose lock is free by then.
 */
public final class WorkerFolder implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(WorkerFolder.class);
  private static final String LOCK = ".lock";

  private final Path path;
  private final FileChannel channel;
  private final FileLock lock;

  private WorkerFolder(Path path, FileChannel channel, FileLock lock) {
    this.path = path;
    this.channel = channel;
    this.lock = lock;
  }

  /**
   * @param all where workers have their folders
   */
  public static WorkerFolder in(Path all) {
    try {
      PrivateDirectory.make(all);
      Ownership.requireMine(all);
      clean(all);
      String name = UUID.randomUUID().toString().substring(0, 8);
      FileChannel channel =
          FileChannel.open(
              all.resolve(name + LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      FileLock lock = channel.lock();
      return new WorkerFolder(Files.createDirectory(all.resolve(name)), channel, lock);
    } catch (IOException e) {
      throw new UncheckedIOException("The worker can't keep files in " + all, e);
    }
  }

  private static void clean(Path all) throws IOException {
    List<Path> locks;
    try (Stream<Path> entries = Files.list(all)) {
      locks = entries.filter(entry -> entry.toString().endsWith(LOCK)).toList();
    }
    for (Path lock : locks) {
      try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE);
          FileLock taken = channel.tryLock()) {
        if (taken != null) {
          String name = lock.toString();
          remove(Path.of(name.substring(0, name.length() - LOCK.length())));
          Files.deleteIfExists(lock);
        }
      } catch (OverlappingFileLockException | IOException e) {
        LOG.debug("{} is another worker's", lock);
      }
    }
  }

  public Path path() {
    return path;
  }

  /** Deletes as much as possible; what is left goes with the folder. */
  void delete(Path below) {
    try {
      remove(below);
    } catch (IOException e) {
      LOG.warn("{} can't be deleted: {}", below, e.getMessage());
    }
  }

  private static void remove(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    Files.walkFileTree(
        directory,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, IOException e)
              throws IOException {
            Files.delete(visited);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  @Override
  public void close() {
    delete(path);
    try {
      lock.release();
      channel.close();
      Files.deleteIfExists(path.resolveSibling(path.getFileName() + LOCK));
    } catch (IOException e) {
      LOG.debug("the lock of {} is left: {}", path, e.getMessage());
    }
  }
}
