package io.sluice.worker.files;

import io.sluice.model.file.FileEntry;
import io.sluice.model.file.FileManifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;

/** Writes a directory whole or not at all. */
record DirectoryWriter(Path directory, BlobCache cache) {
  private static final String LETTERS = "rwxrwxrwx";

  /**
   * @param contents by their places in the directory; what is missing is fetched
   */
  void write(FileManifest manifest, Map<String, byte[]> contents) throws IOException {
    Path aside = aside(directory);
    Files.createDirectories(aside.resolve(String.join("/", manifest.base())));
    for (Map.Entry<String, FileEntry> each : manifest.files().entrySet()) {
      Path file = inside(aside, each.getKey());
      Files.createDirectories(file.getParent());
      byte[] content = contents.get(each.getKey());
      if (content == null) {
        cache.copy(each.getValue().sha256(), file);
      } else {
        Files.write(file, content);
      }
      protect(file, each.getValue().mode());
    }
    Files.move(aside, directory, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Where a directory is until it is whole. */
  static Path aside(Path directory) {
    return directory.resolveSibling(directory.getFileName() + ".new");
  }

  /** Places contain no {@code ..}; this guards against a caller that no longer checks that. */
  static Path inside(Path directory, String place) throws IOException {
    Path file = directory.resolve(place).normalize();
    if (!file.startsWith(directory) || file.equals(directory)) {
      throw new IOException(place + " leads out of the directory");
    }
    return file;
  }

  private static boolean isPosix(Path file) {
    return file.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  static void protect(Path file, int mode) throws IOException {
    if (isPosix(file)) {
      StringBuilder letters = new StringBuilder();
      for (int i = 0; i < LETTERS.length(); i++) {
        letters.append((mode & (0400 >> i)) == 0 ? '-' : LETTERS.charAt(i));
      }
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(letters.toString()));
    }
  }

  static int mode(Path file) throws IOException {
    if (!isPosix(file)) {
      return FileEntry.USUAL_MODE;
    }
    String letters = PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    return Integer.parseInt(letters.replaceAll("[rwx]", "1").replace('-', '0'), 2);
  }
}
