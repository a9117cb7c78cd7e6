package io.sluice.providers.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the umask of this process leaves of a permission. Java has no call for it; a file made with
 * all rights shows it. It does not change while a process runs.
 */
final class Umask {
  private static volatile @Nullable Set<PosixFilePermission> known;

  private Umask() {}

  static Set<PosixFilePermission> permitted() throws IOException {
    Set<PosixFilePermission> permitted = known;
    if (permitted == null) {
      permitted = probed();
      known = permitted;
    }
    return permitted;
  }

  private static Set<PosixFilePermission> probed() throws IOException {
    Path folder = Files.createTempDirectory("sluice-umask");
    Path file = folder.resolve("probe");
    try {
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(EnumSet.allOf(PosixFilePermission.class)));
      return Set.copyOf(Files.getPosixFilePermissions(file));
    } finally {
      Files.deleteIfExists(file);
      Files.deleteIfExists(folder);
    }
  }
}
