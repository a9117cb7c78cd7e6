package io.sluice.provider.plugin;

import com.sun.security.auth.module.UnixSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;

/** Who owns a file: a file of another user says what that user wants, whatever its permissions. */
public final class Ownership {
  private Ownership() {}

  /**
   * Fails where another user could have put what is in a directory: what runs, or is believed, out
   * of it would be that user's. One that is not there is nobody's yet, and the superuser, who owns
   * what is mounted, could have done anything anyway.
   */
  public static void requireMine(Path directory) throws IOException {
    if (!Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    if (!isMine(directory) && !Integer.valueOf(0).equals(owner(directory))) {
      throw new IOException(
          directory + " belongs to another user, so what it contains is not used");
    }
    if (isOpen(directory)) {
      throw new IOException(
          "other users may write to "
              + directory
              + ", so what it contains is not used; delete it, or take that right away and look at"
              + " what is in it");
    }
  }

  /** Of a link it is the directory that counts: whose the link is was looked at. */
  private static boolean isOpen(Path directory) throws IOException {
    return directory.getFileSystem().supportedFileAttributeViews().contains("posix")
        && Files.getPosixFilePermissions(directory).contains(PosixFilePermission.OTHERS_WRITE);
  }

  /** Whether it is this process's user's; true if the system does not say. */
  public static boolean isMine(Path file) throws IOException {
    if (!file.getFileSystem().supportedFileAttributeViews().contains("unix")) {
      return true;
    }
    return owner(file).equals((int) new UnixSystem().getUid());
  }

  private static Object owner(Path file) throws IOException {
    return Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS);
  }
}
