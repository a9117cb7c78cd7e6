package io.sluice.cli.terminal;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Why the file system refused a file, and what to do about it.
 *
 * @param reason a sentence, or several
 * @param advice empty where nobody knows
 */
public record FileTrouble(String reason, String advice) {
  /**
   * @param file as the command names it: what failed may be another one, which only Sluice knows of
   */
  public static FileTrouble reading(Path file, IOException trouble) {
    return switch (trouble) {
      case NoSuchFileException missing -> new FileTrouble(missing(file), "Check the name.");
      case AccessDeniedException denied ->
          new FileTrouble(
              "You have no permission to read " + file + ".",
              "Change its permissions (`chmod`), or work as the user that it belongs to.");
      case NotDirectoryException other -> noFolder(file);
      default -> said(file, trouble, "read");
    };
  }

  /** The same where the file was to be written. */
  public static FileTrouble writing(Path file, IOException trouble) {
    return switch (trouble) {
      case NoSuchFileException missing -> uncreated(file);
      case AccessDeniedException denied -> locked(Files.exists(file) ? file : folder(file));
      case FileAlreadyExistsException there ->
          new FileTrouble(
              there.getFile() + " exists, but is not a directory.",
              "Move it, or name another one.");
      case NotDirectoryException other -> noFolder(file);
      default -> said(file, trouble, "write");
    };
  }

  /** Where nobody knows any more what was to be done with the file, which has a name. */
  public static FileTrouble of(FileSystemException trouble) {
    Path file = Path.of(trouble.getFile());
    return Files.isReadable(file) ? writing(file, trouble) : reading(file, trouble);
  }

  /** A command that ends with this. */
  public Fault fault(String summary) {
    return Fault.of(summary, reason, advice);
  }

  /** Fails before any work is done for a file that could not be written in the end. */
  public static void requireWritable(Path file, String summary) {
    FileTrouble trouble = unwritable(file);
    if (trouble != null) {
      throw trouble.fault(summary);
    }
  }

  private static @Nullable FileTrouble unwritable(Path file) {
    Path folder = folder(file);
    if (Files.isDirectory(file)) {
      return new FileTrouble(file + " is a folder.", "Name a file in it.");
    }
    if (!Files.exists(folder)) {
      return noSuchFolder(folder);
    }
    if (!Files.isDirectory(folder)) {
      return noFolder(file);
    }
    Path written = Files.exists(file) ? file : folder;
    return Files.isWritable(written) ? null : locked(written);
  }

  /** Folders of the system itself exist, and have files, and nobody can make one. */
  private static FileTrouble uncreated(Path file) {
    Path folder = folder(file);
    return Files.isDirectory(folder)
        ? new FileTrouble(
            "No file of this name can be made in the folder " + folder + ".",
            "Name a file in another folder.")
        : noSuchFolder(folder);
  }

  private static FileTrouble noSuchFolder(Path folder) {
    return new FileTrouble(
        "There is no folder " + folder + ".",
        "Create it (`mkdir -p " + ShellWord.of(folder.toString()) + "`), or name another one.");
  }

  private static FileTrouble noFolder(Path file) {
    if (Files.isRegularFile(file)) {
      return new FileTrouble(file + " is a file and not a folder.", "Name a folder.");
    }
    return new FileTrouble(
        "A part of the path " + file + " is a file and not a folder.", "Name another path.");
  }

  private static FileTrouble locked(Path written) {
    return new FileTrouble(
        "You have no permission to write "
            + (Files.isDirectory(written) ? "in the folder " : "to the file ")
            + written
            + ".",
        "Change its permissions (`chmod`), or name a file in another folder.");
  }

  private static String missing(Path file) {
    Path folder = folder(file);
    return Files.isDirectory(folder)
        ? "The folder " + folder + " has no " + file.getFileName() + "."
        : "There is no folder " + folder + " either.";
  }

  /** What has no exception of its own. */
  private static FileTrouble said(Path file, IOException trouble, String doing) {
    String said = said(trouble);
    String lower = said.toLowerCase(Locale.ROOT);
    if (lower.contains("no space left") || lower.contains("quota exceeded")) {
      return new FileTrouble(
          "The disk that holds " + folder(file) + " is full.",
          "Free some space and give the command again, or name a file on another disk.");
    }
    if (lower.contains("read-only file system")) {
      return new FileTrouble(
          folder(file) + " is on a file system that can only be read.",
          "Name a file in another folder.");
    }
    if (lower.contains("is a directory")) {
      return new FileTrouble(file + " is a folder.", "Name a file in it.");
    }
    if (lower.contains("not a directory")) {
      return noFolder(file);
    }
    if (lower.contains("name too long")) {
      return new FileTrouble("The name of " + file + " is too long.", "Name a shorter one.");
    }
    return new FileTrouble(
        "The system can't " + doing + " " + file + (said.isEmpty() ? "." : ": " + said + "."), "");
  }

  /** Without the path, which Java puts in front. */
  private static String said(IOException trouble) {
    String said =
        trouble instanceof FileSystemException file ? file.getReason() : trouble.getMessage();
    return said == null ? "" : said;
  }

  private static Path folder(Path file) {
    Path folder = file.toAbsolutePath().normalize().getParent();
    return folder == null ? file : folder;
  }
}
