package io.sluice.provider.plugin;

import com.sun.security.auth.module.UnixSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** Who owns a file: a file of another user says what that user wants, whatever its permissions. */
public final class Ownership {
  private Ownership() {}

  /** Whether it is this process's user's; true if the system does not say. */
  public static boolean isMine(Path file) throws IOException {
    if (!file.getFileSystem().supportedFileAttributeViews().contains("unix")) {
      return true;
    }
    Object owner = Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    return owner.equals((int) new UnixSystem().getUid());
  }
}
