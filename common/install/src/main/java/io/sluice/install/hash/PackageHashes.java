package io.sluice.install.hash;

import io.sluice.model.digest.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Computes the hashes of packages, unpacked and packed; both forms of one package have one {@code
 * h1:}.
 */
public final class PackageHashes {
  private static final int BUFFER = 1 << 17;

  /** As bytes compare, which is not how UTF-16 does. */
  private static final Comparator<String> BY_BYTES =
      (left, right) ->
          Arrays.compareUnsigned(
              left.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8));

  private PackageHashes() {}

  /** The {@code h1:} of a directory; what it links to counts, not that it is a link. */
  public static PackageHash ofDirectory(Path directory) throws IOException {
    Path root = directory.toRealPath();
    SortedMap<String, String> files = new TreeMap<>(BY_BYTES);
    List<Path> found;
    try (Stream<Path> all = Files.walk(root)) {
      found =
          all.filter(path -> !Files.isDirectory(path, java.nio.file.LinkOption.NOFOLLOW_LINKS))
              .toList();
    }
    for (Path file : found) {
      try (InputStream in = Files.newInputStream(file)) {
        files.put(root.relativize(file).toString().replace('\\', '/'), sha256(in));
      }
    }
    return ofFiles(files);
  }

  /** The {@code h1:} that the archive has when it is unpacked. */
  public static PackageHash ofArchivedFiles(Path archive) throws IOException {
    SortedMap<String, String> files = new TreeMap<>(BY_BYTES);
    try (ZipFile zip = new ZipFile(archive.toFile())) {
      for (ZipEntry entry : (Iterable<ZipEntry>) zip.stream().<ZipEntry>map(e -> e)::iterator) {
        if (!entry.isDirectory()) {
          try (InputStream in = zip.getInputStream(entry)) {
            files.put(entry.getName(), sha256(in));
          }
        }
      }
    }
    return ofFiles(files);
  }

  /** The {@code zh:} of an archive. */
  public static PackageHash ofArchive(Path archive) throws IOException {
    return PackageHash.ofArchive(sha256(archive));
  }

  public static String sha256(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return sha256(in);
    }
  }

  private static PackageHash ofFiles(Map<String, String> files) {
    MessageDigest all = Sha256.begun();
    files.forEach(
        (path, hash) -> all.update((hash + "  " + path + "\n").getBytes(StandardCharsets.UTF_8)));
    return new PackageHash(PackageHash.FILES, Base64.getEncoder().encodeToString(all.digest()));
  }

  private static String sha256(InputStream in) throws IOException {
    MessageDigest digest = Sha256.begun();
    byte[] buffer = new byte[BUFFER];
    for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
      digest.update(buffer, 0, read);
    }
    return Sha256.hex(digest);
  }
}
