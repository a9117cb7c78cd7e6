package io.sluice.seal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A file of keys, one a line in base64, the newest first. It is always whole: what is new is
 * written beside it, is on the disk, and then takes its name.
 */
final class KeyFile {
  private static final String PUT_BACK =
      ". Restore the key that was in it (a line of 44 characters of base64): no other key opens"
          + " what it sealed. If nothing was ever sealed (no secret is in state), remove the file,"
          + " and a new key will be made";

  private final Path path;
  private volatile @Nullable FileTime seen;

  KeyFile(Path path) {
    this.path = path;
  }

  KeyRing read() {
    try {
      FileTime written = Files.getLastModifiedTime(path);
      List<byte[]> keys = keys();
      seen = written;
      return KeyRing.of(keys);
    } catch (NoSuchFileException e) {
      throw new SealFailure(
          "there is no key at "
              + path
              + ". Only the key that sealed them opens the sealed values in state: restore it (mode"
              + " 0600)",
          e);
    } catch (IOException e) {
      throw new SealFailure("the key in " + path + " can't be read: " + e, e);
    }
  }

  /** Its present content, if it was written since; nothing if that cannot be used. */
  Optional<KeyRing> changed() {
    try {
      return Files.getLastModifiedTime(path).equals(seen) ? Optional.empty() : Optional.of(read());
    } catch (IOException | SealFailure e) {
      return Optional.empty();
    }
  }

  private List<byte[]> keys() throws IOException {
    List<String> lines = Files.readAllLines(path).stream().filter(line -> !line.isBlank()).toList();
    refuseOpenPermissions();
    if (lines.isEmpty()) {
      throw new SealFailure("the key file " + path + " is empty" + PUT_BACK);
    }
    List<byte[]> keys = new ArrayList<>();
    for (String line : lines) {
      keys.add(decoded(line.strip()));
    }
    return keys;
  }

  private byte[] decoded(String line) {
    try {
      byte[] key = Base64.getDecoder().decode(line);
      if (key.length != Keyring.KEY_BYTES) {
        throw new SealFailure(
            "the key in "
                + path
                + " has "
                + key.length
                + " bytes, not "
                + Keyring.KEY_BYTES
                + PUT_BACK);
      }
      return key;
    } catch (IllegalArgumentException e) {
      throw new SealFailure("the key in " + path + " is not base64" + PUT_BACK, e);
    }
  }

  void makeIfMissing() {
    if (Files.exists(path)) {
      return;
    }
    try {
      if (path.getParent() != null) {
        Files.createDirectories(path.getParent());
      }
      Path fresh = beside(List.of(random()));
      try {
        // A link, and no move: the first one keeps the name.
        Files.createLink(path, fresh);
      } catch (FileAlreadyExistsException e) {
        // Another process was first.
      } catch (UnsupportedOperationException e) {
        Files.move(fresh, path);
      } finally {
        Files.deleteIfExists(fresh);
      }
    } catch (IOException e) {
      throw unwritable(e);
    }
  }

  void addNewest() {
    try {
      List<byte[]> all = new ArrayList<>(keys());
      all.addFirst(random());
      Path fresh = beside(all);
      Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw unwritable(e);
    }
  }

  private Path beside(List<byte[]> keys) throws IOException {
    StringBuilder text = new StringBuilder();
    keys.forEach(key -> text.append(Base64.getEncoder().encodeToString(key)).append('\n'));
    Path fresh = path.resolveSibling(path.getFileName() + "." + UUID.randomUUID() + ".new");
    boolean posix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
    FileAttribute<?>[] own =
        posix
            ? new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
            }
            : new FileAttribute<?>[0];
    Files.createFile(fresh, own);
    Files.write(
        fresh,
        text.toString().getBytes(StandardCharsets.US_ASCII),
        StandardOpenOption.WRITE,
        StandardOpenOption.SYNC);
    return fresh;
  }

  private static byte[] random() {
    byte[] key = new byte[Keyring.KEY_BYTES];
    new SecureRandom().nextBytes(key);
    return key;
  }

  private SealFailure unwritable(IOException e) {
    return new SealFailure("the key " + path + " can't be written: " + e, e);
  }

  private void refuseOpenPermissions() throws IOException {
    Set<PosixFilePermission> permissions;
    try {
      permissions = Files.getPosixFilePermissions(path);
    } catch (UnsupportedOperationException e) {
      return;
    }
    if (permissions.contains(PosixFilePermission.OTHERS_READ)
        || permissions.contains(PosixFilePermission.OTHERS_WRITE)) {
      throw new SealFailure("everyone can read the key " + path + ": chmod 600 " + path);
    }
  }
}
