package io.sluice.worker.files;

import io.sluice.model.digest.Sha256;
import io.sluice.model.file.BundledFile;
import io.sluice.model.file.FileEntry;
import io.sluice.model.file.FileManifest;
import io.sluice.worker.files.Layouts.Wanted;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/**
 * The directory of one run on this worker: its files, and what is known of each. Calls in it go on
 * at the same time; what is found in it is found under its lock.
 */
final class Layout {
  private static final int MOST_FILES = 50_000;

  final Path top;
  final ReentrantLock lock = new ReentrantLock();
  private final Wanted wanted;
  private final FileSource source;
  private final BlobCache cache;
  private final Map<String, Known> known = new HashMap<>();
  private Path directory;
  private boolean made;
  private String of = "";

  /** Tasks that use it; changed under the lock of {@link Layouts}. */
  final AtomicInteger users = new AtomicInteger();

  long idleSince = System.nanoTime();
  volatile boolean ready;
  volatile long bytes;

  /** A file as it was last seen, and what was in it. */
  private record Known(long bytes, long changed, FileEntry entry) {}

  /** The files can't be laid out; the message is a sentence. */
  static final class Unobtainable extends Exception {
    private static final long serialVersionUID = 1L;

    Unobtainable(String message) {
      super(message, null, false, false);
    }
  }

  Layout(Wanted wanted, Path top, FileSource source, BlobCache cache) {
    this.wanted = wanted;
    this.top = top;
    this.directory = top;
    this.source = source;
    this.cache = cache;
  }

  Path directory() {
    return directory;
  }

  Wanted wanted() {
    return wanted;
  }

  /** What nodes wrote until now. */
  List<WrittenFiles> written() {
    return source.written(wanted.workspace(), of);
  }

  void write(WrittenFiles files) {
    source.write(wanted.workspace(), of, files);
  }

  /**
   * Makes sure that every file is there: those that came with the run, and those that its nodes
   * wrote until now.
   */
  void complete() throws IOException, Unobtainable {
    lock.lock();
    try {
      if (!made) {
        make();
        made = true;
      }
      if (source.absence().isEmpty()) {
        for (WrittenFiles each : written()) {
          for (Map.Entry<String, FileEntry> file : each.files().entrySet()) {
            place(file.getKey(), file.getValue());
          }
        }
      }
      ready = true;
    } finally {
      lock.unlock();
    }
  }

  private void make() throws IOException, Unobtainable {
    FileSource.Submitted submitted = source.files(wanted.workspace(), wanted.run());
    FileManifest manifest = FileManifest.ofBundled(submitted.directory(), submitted.files());
    if (!manifest.hash().equals(wanted.files())) {
      throw new Unobtainable(
          "The files sent with run %s are not the files of its plan.".formatted(wanted.run()));
    }
    SortedMap<String, byte[]> contents = new TreeMap<>();
    for (Map.Entry<String, BundledFile> each : submitted.files().entrySet()) {
      byte[] content = each.getValue().content();
      String place = manifest.place(each.getKey()).orElse(null);
      if (place != null && content != null) {
        contents.put(place, content);
      }
    }
    DirectoryWriter aside = new DirectoryWriter(top, cache);
    aside.write(manifest, contents);
    directory = top.resolve(String.join("/", manifest.base()));
    of = submitted.of();
    bytes = manifest.bytes();
    for (Map.Entry<String, FileEntry> each : manifest.files().entrySet()) {
      known.put(each.getKey(), seen(top.resolve(each.getKey()), each.getValue()));
    }
  }

  private static Known seen(Path file, FileEntry entry) throws IOException {
    BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
    return new Known(now.size(), now.lastModifiedTime().toMillis(), entry);
  }

  /**
   * Puts a file there that a node wrote on another worker; what was changed here meanwhile stays.
   */
  private void place(String path, FileEntry entry) throws IOException {
    Path file = DirectoryWriter.inside(top, path);
    Known before = known.get(path);
    if (before != null && before.entry().holdsTheSameAs(entry)) {
      return;
    }
    if (Files.exists(file) && (before == null || !seen(file, before.entry()).equals(before))) {
      return;
    }
    Files.createDirectories(file.getParent());
    Path aside = file.resolveSibling(".new-" + UUID.randomUUID());
    try {
      cache.copy(entry.sha256(), aside);
      DirectoryWriter.protect(aside, entry.mode());
      Files.move(aside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(aside);
    }
    known.put(path, seen(file, entry));
    bytes += entry.bytes();
  }

  /**
   * What is in the directory and was not there before, or was otherwise, by its place. Nothing of
   * it is taken for known.
   */
  SortedMap<String, FileEntry> changed() throws IOException {
    SortedMap<String, FileEntry> changed = new TreeMap<>();
    List<Path> all;
    try (Stream<Path> files = Files.walk(top)) {
      all = files.filter(Files::isRegularFile).limit(MOST_FILES + 1L).toList();
    }
    if (all.size() > MOST_FILES) {
      throw new IOException("more than " + MOST_FILES + " files are in the run's directory");
    }
    for (Path file : all) {
      String path = top.relativize(file).toString().replace('\\', '/');
      Known before = known.get(path);
      if (before == null || !seen(file, before.entry()).equals(before)) {
        FileEntry now = entry(file);
        if (before != null && before.entry().holdsTheSameAs(now)) {
          known.put(path, seen(file, before.entry()));
        } else {
          changed.put(path, now);
        }
      }
    }
    return changed;
  }

  private static FileEntry entry(Path file) throws IOException {
    MessageDigest digest = Sha256.begun();
    long bytes;
    try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
      bytes = in.transferTo(OutputStream.nullOutputStream());
    }
    return new FileEntry(Sha256.hex(digest), bytes, DirectoryWriter.mode(file));
  }

  /** From now on this is how the file is. */
  void settle(String path, FileEntry entry) throws IOException {
    known.put(path, seen(top.resolve(path), entry));
    bytes += entry.bytes();
  }

  /** The place of a path that a provider was given; empty for one outside. */
  String place(String path) {
    if (path.isEmpty() || path.length() > 1_024 || path.indexOf('\0') >= 0) {
      return "";
    }
    Path file = directory.resolve(path).normalize();
    return file.startsWith(top) && !file.equals(top)
        ? top.relativize(file).toString().replace('\\', '/')
        : "";
  }
}
