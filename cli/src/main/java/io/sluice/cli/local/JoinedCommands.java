package io.sluice.cli.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Who uses a deployment that another process hosts: each command that joined holds a shared lock
 * while it runs, and the host may stop only once it gets the exclusive one. Both end with their
 * process.
 */
final class JoinedCommands implements AutoCloseable {
  private final FileChannel channel;
  private final FileLock lock;

  private JoinedCommands(FileChannel channel, FileLock lock) {
    this.channel = channel;
    this.lock = lock;
  }

  /** For a command that joins; empty when the host is about to stop. */
  static Optional<JoinedCommands> join(LocalDirectory directory) {
    return lock(directory, true);
  }

  /**
   * For the host; empty while another process has joined. No process can join while this is held.
   */
  static Optional<JoinedCommands> closeDoor(LocalDirectory directory) {
    return lock(directory, false);
  }

  private static Optional<JoinedCommands> lock(LocalDirectory directory, boolean shared) {
    try {
      FileChannel channel =
          FileChannel.open(
              directory.membersLock(),
              StandardOpenOption.CREATE,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE);
      @Nullable FileLock lock = tryLock(channel, shared);
      if (lock == null) {
        channel.close();
        return Optional.empty();
      }
      return Optional.of(new JoinedCommands(channel, lock));
    } catch (IOException e) {
      throw HostLock.unusable(directory.membersLock(), e);
    }
  }

  private static @Nullable FileLock tryLock(FileChannel channel, boolean shared)
      throws IOException {
    try {
      return channel.tryLock(0, Long.MAX_VALUE, shared);
    } catch (OverlappingFileLockException e) {
      return null;
    }
  }

  @Override
  public void close() {
    try {
      lock.release();
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
