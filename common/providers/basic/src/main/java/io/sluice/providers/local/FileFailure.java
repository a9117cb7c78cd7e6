package io.sluice.providers.local;

import io.sluice.provider.ProviderFailure;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Locale;

/** A refusal of the file system, in a message that says what to do about it. */
final class FileFailure {
  private FileFailure() {}

  static ProviderFailure of(String doing, Path path, IOException e) {
    String reason = reason(e).toLowerCase(Locale.ROOT);
    if (reason.contains("no space left") || reason.contains("quota exceeded")) {
      return ProviderFailure.permanent(
          "DISK_FULL",
          doing
              + " "
              + path
              + ": the disk is full; nothing was changed. Free some space and apply again.");
    }
    if (reason.contains("read-only file system")) {
      return ProviderFailure.user(
          "READ_ONLY", doing + " " + path + ": the file system is read-only");
    }
    if (e instanceof AccessDeniedException) {
      return ProviderFailure.user(
          "NO_PERMISSION", doing + " " + path + ": the worker's user is not permitted to");
    }
    if (e instanceof NoSuchFileException) {
      return ProviderFailure.user("NOT_FOUND", doing + " " + path + ": there is no such file");
    }
    if (e instanceof NotDirectoryException || reason.contains("not a directory")) {
      return ProviderFailure.user(
          "NOT_A_DIRECTORY", doing + " " + path + ": a part of the path is not a directory");
    }
    if (reason.contains("file name too long") || e instanceof FileSystemLoopException) {
      return ProviderFailure.user("BAD_PATH", doing + " " + path + ": " + reason);
    }
    return ProviderFailure.permanent("IO_ERROR", doing + " " + path + ": " + reason(e));
  }

  /** Without the path, which Java puts in front. */
  private static String reason(IOException e) {
    String reason = e instanceof FileSystemException file ? file.getReason() : e.getMessage();
    return reason == null ? "the file system refused" : reason;
  }
}
