package io.sluice.providers.local;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/**
 * Writes a file so that it is there whole or not at all: beside it first, synced, then renamed. The
 * name of the file beside it comes from the operation, so that a repeated attempt continues with
 * what a killed one left.
 */
final class AtomicFile {
  private AtomicFile() {}

  static void write(Path target, byte[] content, String token, String mode) throws IOException {
    Path file = Files.isSymbolicLink(target) && Files.exists(target) ? target.toRealPath() : target;
    Path beside =
        file.resolveSibling(".sluice-" + Integer.toHexString((token + file).hashCode()) + ".tmp");
    Files.deleteIfExists(beside);
    try {
      try (FileChannel channel =
          FileChannel.open(
              beside,
              Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
              permissions(mode))) {
        ByteBuffer left = ByteBuffer.wrap(content);
        while (left.hasRemaining()) {
          channel.write(left);
        }
        channel.force(true);
      }
      Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(beside);
    }
    Path parent = file.getParent();
    if (parent != null) {
      try (FileChannel directory = FileChannel.open(parent, StandardOpenOption.READ)) {
        directory.force(true);
      }
    }
  }

  static void createDirectories(Path directory, String mode) throws IOException {
    if (!Files.isDirectory(directory)) {
      Files.createDirectories(directory, permissions(mode));
    }
  }

  /** Subject to the worker's umask, as Terraform's are. */
  static FileAttribute<Set<PosixFilePermission>> permissions(String mode) {
    return PosixFilePermissions.asFileAttribute(bits(mode));
  }

  /** What a file that is made with this mode gets: less the umask of this process. */
  static Set<PosixFilePermission> lessUmask(String mode) throws IOException {
    Set<PosixFilePermission> bits = bits(mode);
    bits.retainAll(Umask.permitted());
    return bits;
  }

  static Set<PosixFilePermission> bits(String mode) {
    int value = Integer.parseInt(mode, 8);
    Set<PosixFilePermission> bits = EnumSet.noneOf(PosixFilePermission.class);
    PosixFilePermission[] ordered = PosixFilePermission.values();
    for (int i = 0; i < ordered.length; i++) {
      if ((value & (0400 >> i)) != 0) {
        bits.add(ordered[i]);
      }
    }
    return bits;
  }

  static String mode(Set<PosixFilePermission> bits) {
    PosixFilePermission[] ordered = PosixFilePermission.values();
    int mode = 0;
    for (int i = 0; i < ordered.length; i++) {
      if (bits.contains(ordered[i])) {
        mode |= 0400 >> i;
      }
    }
    return String.format("%04o", mode);
  }
}
