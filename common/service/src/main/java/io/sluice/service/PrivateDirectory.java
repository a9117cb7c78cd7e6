package io.sluice.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Makes directories that only this user can open, those above them too: a service may be the first
 * to make {@code .sluice}, which nobody trusts once others can open it.
 */
public final class PrivateDirectory {
  private PrivateDirectory() {}

  /** One that is there stays as it is. */
  public static void make(Path directory) throws IOException {
    if (directory.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.createDirectories(
          directory,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } else {
      Files.createDirectories(directory);
    }
  }
}
