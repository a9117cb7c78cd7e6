package io.sluice.cli.local;

import io.sluice.cli.terminal.Fault;
import io.sluice.provider.plugin.Ownership;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Looks at {@code .sluice/} as ssh looks at its folder: it must belong to the caller, and no one
 * else may open it. Another user's folder would receive the key, or lead us to that user's
 * deployment.
 */
final class TrustedFolder {
  private static final Set<PosixFilePermission> OTHERS =
      PosixFilePermissions.fromString("---rwxrwx");

  private TrustedFolder() {}

  /** Whether it is there; a fault where it is there and can't be trusted or read. */
  static boolean isThere(Path folder) {
    try {
      if (!folder.getFileSystem().supportedFileAttributeViews().contains("unix")) {
        return Files.isDirectory(folder);
      }
      PosixFileAttributes found =
          Files.readAttributes(folder, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      check(folder, found);
      return true;
    } catch (NoSuchFileException e) {
      return false;
    } catch (AccessDeniedException e) {
      throw unreadable(folder, "permission denied", null);
    } catch (IOException e) {
      throw unreadable(folder, StorageTrouble.explain(folder, e), null);
    }
  }

  private static void check(Path folder, PosixFileAttributes found) throws IOException {
    if (found.isSymbolicLink()) {
      throw wrong(
          folder,
          "It is a symbolic link: anyone who can change its target gets the key and the state.",
          "Remove the link; to keep the data elsewhere, work in a directory there (-chdir=DIR).");
    }
    if (!found.isDirectory()) {
      throw wrong(folder, "It is not a directory.", "Move it away.");
    }
    if (!Ownership.isMine(folder)) {
      if (!Files.isReadable(folder) || !Files.isExecutable(folder)) {
        throw unreadable(folder, "permission denied", found.owner().getName());
      }
      throw wrong(
          folder,
          "It belongs to " + found.owner().getName() + ", and Sluice would trust what it contains.",
          "Work as that user, or in a directory of your own (-chdir=DIR).");
    }
    if (found.permissions().stream().anyMatch(OTHERS::contains)) {
      throw wrong(
          folder,
          "Other users can open it ("
              + PosixFilePermissions.toString(found.permissions())
              + "): it contains the key and the secret of the deployment.",
          "chmod 700 " + folder);
    }
    if (!Files.isReadable(folder) || !Files.isExecutable(folder)) {
      throw unreadable(folder, "permission denied", found.owner().getName());
    }
  }

  private static Fault unreadable(Path folder, String why, @Nullable String owner) {
    return Fault.of(
        folder.getFileName() + " can't be read",
        folder + ": " + why + (owner == null ? "." : " (it belongs to " + owner + ")."),
        "Work as its owner, or in another directory (-chdir=DIR).");
  }

  private static Fault wrong(Path folder, String why, String todo) {
    return Fault.of(folder.getFileName() + " can't be trusted", folder + ": " + why, todo);
  }
}
