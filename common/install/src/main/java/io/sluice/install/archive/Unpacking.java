package io.sluice.install.archive;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;

/**
 * Takes one archive apart below a directory. No entry gets out of it: not by its name, not by a
 * link that an earlier entry laid, not by what a link points to. Of the permission bits only "may
 * be executed" is taken over.
 */
public final class Unpacking {
  /** The archives that there are, by how their names end. */
  public enum Form {
    ZIP,
    TAR_GZIP,
    TAR_BZIP2,
    TAR_XZ;

    private Set<String> endings() {
      return switch (this) {
        case ZIP -> Set.of("zip");
        case TAR_GZIP -> Set.of("tar.gz", "tgz");
        case TAR_BZIP2 -> Set.of("tar.bz2", "tbz2");
        case TAR_XZ -> Set.of("tar.xz", "txz");
      };
    }

    /** By the name of a file or by an ending alone. */
    public static Optional<Form> of(String name) {
      String lower = name.toLowerCase(Locale.ROOT);
      for (Form form : values()) {
        for (String ending : form.endings()) {
          if (lower.equals(ending) || lower.endsWith("." + ending)) {
            return Optional.of(form);
          }
        }
      }
      return Optional.empty();
    }
  }

  private static final int EXECUTABLE = 0111;
  private static final long MOST_BYTES = 8L << 30;
  private static final int MOST_ENTRIES = 200_000;

  private final Path root;
  private final Map<Path, String> links = new LinkedHashMap<>();
  private long bytes;
  private int entries;

  private Unpacking(Path root) {
    this.root = root;
  }

  /** The directory is made; links are laid after all files, so that no file can go through one. */
  public static void unpack(Path archive, Form form, Path directory) throws IOException {
    Files.createDirectories(directory);
    Unpacking unpacking = new Unpacking(directory.toRealPath());
    switch (form) {
      case ZIP -> unpacking.zip(archive);
      case TAR_GZIP, TAR_BZIP2, TAR_XZ -> {
        try (InputStream raw = new BufferedInputStream(Files.newInputStream(archive));
            InputStream tar = decompressed(raw, form)) {
          unpacking.tar(tar);
        }
      }
    }
    unpacking.link();
  }

  private static InputStream decompressed(InputStream raw, Form form) throws IOException {
    return switch (form) {
      case TAR_GZIP ->
          GzipCompressorInputStream.builder()
              .setInputStream(raw)
              .setDecompressConcatenated(true)
              .get();
      case TAR_BZIP2 -> new BZip2CompressorInputStream(raw, true);
      case TAR_XZ ->
          XZCompressorInputStream.builder()
              .setInputStream(raw)
              .setDecompressConcatenated(true)
              .get();
      case ZIP -> throw new IllegalStateException("a zip is not a stream");
    };
  }

  private void zip(Path archive) throws IOException {
    try (ZipFile zip = ZipFile.builder().setPath(archive).get()) {
      for (ZipArchiveEntry entry : Collections.list(zip.getEntriesInPhysicalOrder())) {
        if (entry.isUnixSymlink()) {
          link(entry.getName(), zip.getUnixSymlink(entry));
        } else if (entry.isDirectory()) {
          directory(entry.getName());
        } else {
          try (InputStream in = zip.getInputStream(entry)) {
            file(entry.getName(), in, (entry.getUnixMode() & EXECUTABLE) != 0);
          }
        }
      }
    }
  }

  private void tar(InputStream in) throws IOException {
    TarArchiveInputStream tar = new TarArchiveInputStream(in);
    for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
      if (entry.isSymbolicLink()) {
        link(entry.getName(), entry.getLinkName());
      } else if (entry.isDirectory()) {
        directory(entry.getName());
      } else if (entry.isLink()) {
        hardLink(entry.getName(), entry.getLinkName());
      } else if (entry.isFile() && !entry.isGlobalPaxHeader() && !entry.isPaxHeader()) {
        file(entry.getName(), tar, (entry.getMode() & EXECUTABLE) != 0);
      } else if (!entry.isGlobalPaxHeader() && !entry.isPaxHeader()) {
        throw new IOException("the entry " + entry.getName() + " is neither file nor directory");
      }
    }
  }

  private void directory(String name) throws IOException {
    Path directory = inside(name);
    if (!directory.equals(root)) {
      Files.createDirectories(directory);
    }
  }

  private void file(String name, InputStream in, boolean executable) throws IOException {
    Path file = inside(name);
    prepare(file, name);
    try (OutputStream out = Files.newOutputStream(file)) {
      byte[] buffer = new byte[1 << 16];
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        bytes += read;
        if (bytes > MOST_BYTES) {
          throw new IOException("it holds more than " + (MOST_BYTES >> 30) + " GiB");
        }
        out.write(buffer, 0, read);
      }
    }
    if (executable) {
      allowToExecute(file);
    }
  }

  private void hardLink(String name, String target) throws IOException {
    Path file = inside(name);
    Path existing = inside(target);
    if (!Files.isRegularFile(existing, LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException("the entry " + name + " is a link to " + target + ", which is no file");
    }
    prepare(file, name);
    Files.copy(existing, file);
  }

  private void prepare(Path file, String name) throws IOException {
    if (file.equals(root) || links.containsKey(file)) {
      throw new IOException("the entry " + name + " stands where something else does");
    }
    Path parent = file.getParent();
    if (parent != null) {
      Files.createDirectories(parent);
    }
    if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      Files.delete(file);
    }
  }

  private void link(String name, String target) throws IOException {
    Path link = inside(name);
    Path parent = link.getParent();
    Path pointed = parent == null ? root : parent.resolve(target).normalize();
    if (Path.of(target).isAbsolute() || !pointed.startsWith(root) || link.equals(root)) {
      throw new IOException(
          "the entry " + name + " is a link to " + target + ", which is outside of the archive");
    }
    links.put(link, target);
  }

  /** Each once more by where it really leads, since a link may go through another. */
  private void link() throws IOException {
    for (Map.Entry<Path, String> entry : links.entrySet()) {
      Path link = entry.getKey();
      Path parent = link.getParent();
      if (parent == null) {
        continue;
      }
      Files.createDirectories(parent);
      if (!parent.toRealPath().startsWith(root)
          || Files.exists(link, LinkOption.NOFOLLOW_LINKS)
          || !parent.toRealPath().resolve(entry.getValue()).normalize().startsWith(root)) {
        throw new IOException("the link " + root.relativize(link) + " leads out of the archive");
      }
      Files.createSymbolicLink(link, Path.of(entry.getValue()));
    }
    for (Path link : links.keySet()) {
      if (Files.exists(link) && !link.toRealPath().startsWith(root)) {
        throw new IOException("the link " + root.relativize(link) + " leads out of the archive");
      }
    }
  }

  private Path inside(String name) throws IOException {
    if (++entries > MOST_ENTRIES) {
      throw new IOException("it has more than " + MOST_ENTRIES + " entries");
    }
    String relative = name.replace('\\', '/');
    Path path = root.resolve(relative).normalize();
    if (relative.startsWith("/") || relative.indexOf('\0') >= 0 || !path.startsWith(root)) {
      throw new IOException("the entry " + name + " is outside of the archive");
    }
    return path;
  }

  private static void allowToExecute(Path file) throws IOException {
    try {
      Set<PosixFilePermission> permissions = EnumSet.copyOf(Files.getPosixFilePermissions(file));
      permissions.add(PosixFilePermission.OWNER_EXECUTE);
      permissions.add(PosixFilePermission.GROUP_EXECUTE);
      permissions.add(PosixFilePermission.OTHERS_EXECUTE);
      Files.setPosixFilePermissions(file, permissions);
    } catch (UnsupportedOperationException e) {
      // Not every file system has permissions; then every file can be executed.
      return;
    }
  }
}
