package io.sluice.provider.plugin;

import io.sluice.model.digest.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * What the user has allowed, in a folder of their own, so that no change of a directory can bring
 * its own consent. It keeps a copy of what is allowed, and the copy is what runs: a change of the
 * directory between check and load has no effect.
 *
 * @param home {@code ~/.sluice}
 */
public record Consents(Path home) {
  private static final Set<PosixFilePermission> OTHERS_WRITE =
      Set.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);
  private static final long LARGEST = 1L << 30;

  /** Those of the user whose environment this is. */
  static Consents of(Map<String, String> environment) {
    String home = environment.getOrDefault("HOME", "");
    return new Consents(
        Path.of(home.isBlank() ? System.getProperty("user.home", "/") : home)
            .toAbsolutePath()
            .resolve(".sluice"));
  }

  Path file() {
    return home.resolve("consents");
  }

  /** The user's own jars, which need no consent. */
  Path plugins() {
    return home.resolve("plugins");
  }

  /**
   * Why nothing of a folder counts, if so: of {@link #plugins()}, which belongs to the user alone.
   */
  Optional<String> distrust(Path folder) {
    if (!folder.equals(plugins()) || !Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    try {
      requireOwn(home);
      requireOwn(folder);
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private Path kept(String digest) {
    return home.resolve("jars").resolve(digest + ".jar");
  }

  boolean holds(String digest) throws IOException {
    try {
      requireOwn(home);
      requireOwn(file());
      return Files.readAllLines(file()).stream()
          .anyMatch(line -> line.startsWith("sha256:" + digest + " "));
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  void add(String digest, String about) throws IOException {
    makeFolder(home);
    requireOwn(home);
    if (!Files.exists(file(), LinkOption.NOFOLLOW_LINKS)) {
      Files.createFile(file(), ownerOnly("rw-------"));
    }
    if (!holds(digest)) {
      Files.writeString(
          file(), "sha256:" + digest + "  " + about + "\n", StandardOpenOption.APPEND);
    }
  }

  /** The copy of a content, made from the jar where it is missing or spoilt. */
  Path copy(Path jar, String digest) throws IOException {
    Path copy = kept(digest);
    if (Files.isRegularFile(copy, LinkOption.NOFOLLOW_LINKS) && digest(copy).equals(digest)) {
      return copy;
    }
    Path taken = take(jar);
    try {
      if (!digest(taken).equals(digest)) {
        throw new IOException("it changed while it was read");
      }
      return keep(taken, digest);
    } finally {
      Files.deleteIfExists(taken);
    }
  }

  /** A copy that no other user can change, without a name yet. */
  Path take(Path jar) throws IOException {
    makeFolder(home);
    makeFolder(home.resolve("jars"));
    Path taken = home.resolve("jars").resolve(UUID.randomUUID() + ".new");
    Files.createFile(taken, ownerOnly("rw-------"));
    try (OutputStream out = Files.newOutputStream(taken)) {
      digest(jar, out);
    }
    return taken;
  }

  Path keep(Path taken, String digest) throws IOException {
    return Files.move(
        taken, kept(digest), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  static String digest(Path file) throws IOException {
    return digest(file, OutputStream.nullOutputStream());
  }

  private static String digest(Path file, OutputStream copy) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new IOException("it is not a file");
    }
    try (InputStream in = Files.newInputStream(file)) {
      MessageDigest digest = Sha256.begun();
      byte[] buffer = new byte[1 << 16];
      long all = 0;
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        all += read;
        if (all > LARGEST) {
          throw new IOException("it is larger than " + (LARGEST >> 20) + " MiB");
        }
        digest.update(buffer, 0, read);
        copy.write(buffer, 0, read);
      }
      return Sha256.hex(digest);
    }
  }

  /** What others may write is no consent. */
  private static void requireOwn(Path path) throws IOException {
    if (Files.isSymbolicLink(path)) {
      throw new IOException(path + " is a symbolic link, so Sluice ignores it");
    }
    if (!posix(path)) {
      return;
    }
    if (!Ownership.isMine(path)) {
      throw new IOException(
          path
              + " belongs to "
              + Files.getOwner(path, LinkOption.NOFOLLOW_LINKS).getName()
              + ", so Sluice ignores it");
    }
    Set<PosixFilePermission> permissions =
        Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS);
    if (permissions.stream().anyMatch(OTHERS_WRITE::contains)) {
      throw new IOException(
          "other users may write to " + path + ", so Sluice ignores it: chmod go-w " + path);
    }
  }

  private static void makeFolder(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      Files.createDirectories(folder, ownerOnly("rwx------"));
    }
  }

  private static FileAttribute<?>[] ownerOnly(String permissions) {
    return posix(Path.of(""))
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }

  private static boolean posix(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }
}
