package io.sluice.model.file;

import io.sluice.model.digest.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * All files of a configuration by their place in a directory of their own, so that paths that lead
 * above the configuration's directory stay inside of it.
 *
 * @param base the steps from that directory to the configuration's own
 * @param files by their paths in it, without {@code .} and {@code ..}
 */
public record FileManifest(List<String> base, SortedMap<String, FileEntry> files) {
  public FileManifest {
    base = List.copyOf(base);
  }

  /**
   * @param directory the configuration's, where it was planned
   * @param files by the paths that the configuration calls them by; absolute ones are left out,
   *     since they name another file on any other machine
   */
  public static FileManifest of(String directory, Map<String, FileEntry> files) {
    SortedMap<String, FileEntry> relative = new TreeMap<>();
    files.forEach(
        (path, entry) ->
            PlacedPath.normal(path)
                .ifPresent(normal -> relative.merge(normal, entry, FileManifest::more)));
    List<String> steps = PlacedPath.steps(directory);
    int highest = relative.keySet().stream().mapToInt(PlacedPath::above).max().orElse(0);
    List<String> base = steps.subList(Math.max(0, steps.size() - highest), steps.size());
    SortedMap<String, FileEntry> placed = new TreeMap<>();
    relative.forEach(
        (path, entry) ->
            placed(base, path).ifPresent(place -> placed.merge(place, entry, FileManifest::more)));
    return new FileManifest(base, placed);
  }

  private static Optional<String> placed(List<String> base, String path) {
    String start = String.join("/", base);
    return PlacedPath.normal(start.isEmpty() ? path : start + "/" + path)
        .filter(place -> PlacedPath.above(place) == 0);
  }

  /** The place of the file that the configuration calls by this path; empty for one outside. */
  public Optional<String> place(String path) {
    return PlacedPath.normal(path).flatMap(normal -> placed(base, normal));
  }

  /** Of files on their way. */
  public static FileManifest ofBundled(String directory, Map<String, BundledFile> files) {
    SortedMap<String, FileEntry> entries = new TreeMap<>();
    files.forEach((path, file) -> entries.put(path, file.entry()));
    return of(directory, entries);
  }

  /** One file by two names: the entry that knows its permissions counts. */
  private static FileEntry more(FileEntry one, FileEntry other) {
    return one.mode() == FileEntry.USUAL_MODE ? other : one;
  }

  /** Equal for the same files at the same places, and different for any others. */
  public String hash() {
    MessageDigest digest = Sha256.begun();
    add(digest, String.join("/", base));
    files.forEach(
        (path, entry) ->
            add(digest, path + '\0' + entry.sha256() + '\0' + Integer.toOctalString(entry.mode())));
    return Sha256.hex(digest);
  }

  private static void add(MessageDigest digest, String line) {
    digest.update(line.getBytes(StandardCharsets.UTF_8));
    digest.update((byte) '\n');
  }

  public long bytes() {
    return files.values().stream().mapToLong(FileEntry::bytes).sum();
  }
}
