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
 * A file that is there as it was or as it should be, whenever the power goes. What it was before is
 * kept beside it as {@code NAME.backup}.
 */
public final class SafeFile {
  private SafeFile() {}

  /** For its owner only: state may hold what others must not read. */
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

  /** A second name for the old content, so that there is no moment without it. */
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
