package io.sluice.install.plugin;

import io.sluice.install.archive.Placing;
import io.sluice.install.hash.PackageHash;
import io.sluice.install.hash.PackageHashes;
import io.sluice.language.address.BadText;
import io.sluice.model.digest.Sha256;
import io.sluice.provider.plugin.Ownership;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * The hashes of directories that others may change. All of a directory is read once, and again when
 * one of its files is another or was changed: its inode, size and both times say so, and the time
 * of the inode's last change can't be set. What was read is noted in a directory of the process's
 * own, since reading a package of 700 MB costs a command more than all else that it does.
 */
final class VerifiedDirectories {
  private static final String SEEN = "unix:ino,dev,size,lastModifiedTime,ctime";

  private final Path notes;
  private final Duration young;
  private final Map<Path, Known> known = new ConcurrentHashMap<>();

  /**
   * @param notes a directory that only this user may write to; it need not be there
   */
  VerifiedDirectories(Path notes) {
    this(notes, Duration.ofSeconds(2));
  }

  /**
   * @param young what changed so lately is not noted: within one tick of its clock a file may
   *     change twice
   */
  VerifiedDirectories(Path notes, Duration young) {
    this.notes = notes;
    this.young = young;
  }

  private record Known(String stamp, PackageHash hash) {}

  /** What the files looked like, and when the last of them changed. */
  private record Look(String stamp, Instant changed) {}

  PackageHash hash(Path directory) throws IOException {
    Path real = directory.toRealPath();
    Optional<Look> look = look(real);
    if (look.isEmpty()) {
      return PackageHashes.ofDirectory(real);
    }
    String stamp = look.get().stamp();
    Known before = known.get(real);
    if (before == null) {
      before = noted(real).orElse(null);
    }
    if (before == null || !before.stamp().equals(stamp)) {
      Instant began = Instant.now();
      before = new Known(stamp, PackageHashes.ofDirectory(real));
      if (look.get().changed().isBefore(began.minus(young)) && look.equals(look(real))) {
        note(real, before);
      }
    }
    known.put(real, before);
    return before.hash();
  }

  /** Empty where the system does not say what has to be known. */
  private static Optional<Look> look(Path directory) throws IOException {
    MessageDigest all = Sha256.begun();
    Instant changed = Instant.EPOCH;
    try (Stream<Path> paths = Files.walk(directory)) {
      for (Path path : new TreeSet<>(paths.toList())) {
        if (Files.isRegularFile(path)) {
          Map<String, Object> seen = Files.readAttributes(path, SEEN);
          if (!(seen.get("ctime") instanceof FileTime time)) {
            return Optional.empty();
          }
          changed = time.toInstant().isAfter(changed) ? time.toInstant() : changed;
          String line = directory.relativize(path) + "\0" + new TreeMap<>(seen) + "\n";
          all.update(line.getBytes(StandardCharsets.UTF_8));
        }
      }
    } catch (UnsupportedOperationException | IllegalArgumentException e) {
      return Optional.empty();
    }
    return Optional.of(new Look(Sha256.hex(all), changed));
  }

  private Path noteOf(Path directory) {
    return notes.resolve(Sha256.hex(directory.toString()));
  }

  private Optional<Known> noted(Path directory) {
    Path note = noteOf(directory);
    if (!Files.isRegularFile(note, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    try {
      Ownership.requireMine(notes);
      List<String> lines = Files.readAllLines(note);
      return lines.size() == 2
          ? Optional.of(new Known(lines.get(0), PackageHash.parse(lines.get(1))))
          : Optional.empty();
    } catch (IOException | BadText e) {
      return Optional.empty();
    }
  }

  /** Without the note, the directory is read again next time. */
  private void note(Path directory, Known read) {
    try {
      String text = read.stamp() + "\n" + read.hash() + "\n";
      Placing.write(noteOf(directory), text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      // A disk that is full is told by what has to be written.
    }
  }
}
