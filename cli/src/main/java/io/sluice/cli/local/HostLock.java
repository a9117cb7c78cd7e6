package io.sluice.cli.local;

import io.sluice.cli.terminal.Fault;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The right to host the deployment of a directory. The operating system gives it to one process and
 * takes it back when that process ends, however it ends.
 *
 * <p>POSIX locks belong to the process, and closing any channel of the file gives them up: the
 * holder must never open the file a second time, so {@link #isHeld} is not for the host itself.
 */
final class HostLock implements AutoCloseable {
  private final FileChannel channel;
  private final FileLock lock;

  private HostLock(FileChannel channel, FileLock lock) {
    this.channel = channel;
    this.lock = lock;
  }

  /** Empty when another process hosts. */
  static Optional<HostLock> take(LocalDirectory directory) {
    try {
      FileChannel channel =
          FileChannel.open(
              directory.hostLock(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      FileLock lock = exclusive(channel);
      if (lock == null) {
        channel.close();
        return Optional.empty();
      }
      LockHolder.note(channel);
      return Optional.of(new HostLock(channel, lock));
    } catch (IOException e) {
      throw unusable(directory.hostLock(), e);
    }
  }

  /**
   * For reading the data of a deployment that has ended: no process can host while this is held,
   * and the holder does not count as a host. Empty if another process hosts, or none ever has.
   */
  static Optional<HostLock> keepFree(LocalDirectory directory) {
    Optional<HostLock> lock = share(directory);
    if (lock.isPresent() && isDataHeld(directory)) {
      lock.get().close();
      return Optional.empty();
    }
    return lock;
  }

  /**
   * Whether a process uses the data without the host lock: its file was removed, and the file that
   * another command has made since is not the one that the process holds.
   */
  static boolean isBypassed(LocalDirectory directory) {
    if (!Files.exists(directory.dataLock())) {
      return false;
    }
    try {
      Files.createFile(directory.hostLock());
    } catch (IOException e) {
      // It is there, as it should be, or nobody can host here.
    }
    Optional<HostLock> lock = share(directory);
    if (lock.isEmpty()) {
      return false;
    }
    try (HostLock nobodyStarts = lock.get()) {
      return isDataHeld(directory);
    }
  }

  /**
   * For who sees to it that no process starts to host meanwhile: one that did would find its data
   * taken for a moment.
   */
  static boolean isDataHeld(LocalDirectory directory) {
    Path file = directory.dataLock();
    if (!Files.exists(file)) {
      return false;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      return shared(channel) == null;
    } catch (IOException e) {
      throw unusable(file, e);
    }
  }

  private static Optional<HostLock> share(LocalDirectory directory) {
    Path file = directory.hostLock();
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
      FileLock lock = shared(channel);
      if (lock == null) {
        channel.close();
        return Optional.empty();
      }
      return Optional.of(new HostLock(channel, lock));
    } catch (IOException e) {
      throw unusable(file, e);
    }
  }

  static boolean isHeld(LocalDirectory directory) {
    Path file = directory.hostLock();
    if (!Files.exists(file)) {
      return false;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      FileLock lock = channel.tryLock(0, Long.MAX_VALUE, true);
      return lock == null;
    } catch (OverlappingFileLockException e) {
      return true;
    } catch (IOException e) {
      throw unusable(file, e);
    }
  }

  private static @Nullable FileLock shared(FileChannel channel) throws IOException {
    try {
      return channel.tryLock(0, Long.MAX_VALUE, true);
    } catch (OverlappingFileLockException e) {
      return null;
    }
  }

  static @Nullable FileLock exclusive(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null;
    }
  }

  static Fault unusable(Path file, IOException trouble) {
    return Fault.of(
            "The lock of the local deployment can't be used",
            StorageTrouble.explain(file, trouble),
            "The file system must support locks, and .sluice/ must be yours.")
        .because(trouble);
  }

  @Override
  public void close() {
    try {
      lock.release();
      channel.close();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
