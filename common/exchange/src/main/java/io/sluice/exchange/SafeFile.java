package io.sluice.exchange;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Writes a file so that a power failure leaves either the old content or the new. The old content
 * stays beside it as {@code NAME.backup}.
 */
public final class SafeFile {
  private SafeFile() {}

  /** Readable by its owner only, since state may hold secrets. */
  public static void write(Path file, byte[] bytes) throws IOException {
    Path target = file.toAbsolutePath();
    Path folder = target.getParent();
    if (folder == null) {
      throw new IOException(file + " is not a file name");
    }
    Files.createDirectories(folder);
    Path fresh = Files.createTempFile(folder, "." + target.getFileName(), ".new");
    try {
      restrict(fresh);
      try (FileChannel channel = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
        ByteBuffer left = ByteBuffer.wrap(bytes);
        while (left.hasRemaining()) {
          channel.write(left);
        }
        channel.force(true);
      }
      if (Files.exists(target)) {
        keep(target, folder);
      }
      Files.move(
          fresh, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      force(folder);
    } finally {
      Files.deleteIfExists(fresh);
    }
  }

  /** Gives the old content a second name, so that at no moment is it missing. */
  private static void keep(Path target, Path folder) throws IOException {
    Path backup = folder.resolve(target.getFileName() + ".backup");
    Path second = folder.resolve("." + target.getFileName() + ".old");
    Files.deleteIfExists(second);
    try {
      Files.createLink(second, target);
    } catch (UnsupportedOperationException | IOException e) {
      Files.copy(target, second);
    }
    Files.move(second, backup, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private static void restrict(Path file) throws IOException {
    if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }
  }

  private static void force(Path folder) {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (IOException e) {
      // Not every system lets a folder be forced; the file itself is on disk.
    }
  }
}
