package io.sluice.worker.files;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.file.FileEntry;
import io.sluice.transport.TransportFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The use of a run's directory by one task. */
final class LaidOutPlace implements Workplace {
  private static final int MOST_FILES = 1_000;
  private static final int TRIES = 6;

  private final Layout layout;
  private final FileSource source;
  private final Runnable left;
  private boolean closed;

  LaidOutPlace(Layout layout, FileSource source, Runnable left) {
    this.layout = layout;
    this.source = source;
    this.left = left;
  }

  @Override
  public Path directory() {
    return layout.directory();
  }

  @Override
  public Kept keep(String node, List<JsonNode> told) {
    layout.lock.lock();
    try {
      SortedMap<String, FileEntry> mine = mine(told);
      if (mine.isEmpty()) {
        return new Kept.All();
      }
      // Even if keeping them fails, no other call is blamed for these files.
      for (Map.Entry<String, FileEntry> each : mine.entrySet()) {
        layout.settle(each.getKey(), each.getValue());
      }
      Optional<String> absence = source.absence();
      if (absence.isPresent()) {
        return new Kept.Here(List.copyOf(mine.keySet()), absence.get());
      }
      return kept(node, mine);
    } catch (IOException | TransportFailure e) {
      return new Kept.Refused(
          "The files that it wrote can't be stored for other workers: " + e.getMessage());
    } finally {
      layout.lock.unlock();
    }
  }

  /**
   * Of what has changed: what the call names; and the rest if no other call goes on here, which may
   * be about to write it.
   */
  private SortedMap<String, FileEntry> mine(List<JsonNode> told) throws IOException {
    SortedMap<String, FileEntry> changed = layout.changed();
    if (changed.isEmpty() || layout.users.get() == 1) {
      return changed;
    }
    Set<String> named = new HashSet<>();
    told.forEach(each -> collect(each, named));
    SortedMap<String, FileEntry> mine = new TreeMap<>();
    changed.forEach(
        (path, entry) -> {
          if (named.stream().anyMatch(name -> path.equals(name) || path.startsWith(name + "/"))) {
            mine.put(path, entry);
          }
        });
    return mine;
  }

  private void collect(JsonNode value, Set<String> places) {
    if (value.isTextual()) {
      String place = layout.place(value.asText());
      if (!place.isEmpty()) {
        places.add(place);
      }
    } else {
      value.forEach(each -> collect(each, places));
    }
  }

  private Kept kept(String node, SortedMap<String, FileEntry> mine) throws IOException {
    if (mine.size() > MOST_FILES) {
      return new Kept.Refused(
          "It wrote %d files, and %d are kept of one call.".formatted(mine.size(), MOST_FILES));
    }
    for (Map.Entry<String, FileEntry> each : mine.entrySet()) {
      if (each.getValue().bytes() > FileEntry.MOST_BYTES) {
        return new Kept.Refused(
            "It wrote %s of %d MiB; a file that is kept may have %d MiB."
                .formatted(
                    each.getKey(), each.getValue().bytes() >> 20, FileEntry.MOST_BYTES >> 20));
      }
      patiently(() -> source.keep(each.getValue().sha256(), layout.top.resolve(each.getKey())));
    }
    SortedMap<String, FileEntry> before =
        layout.written().stream()
            .filter(each -> each.node().equals(node))
            .findFirst()
            .map(WrittenFiles::files)
            .orElseGet(TreeMap::new);
    SortedMap<String, FileEntry> all = new TreeMap<>(before);
    all.putAll(mine);
    // Recorded first and compared then: of two calls at the same time, at least one sees the other.
    patiently(() -> layout.write(new WrittenFiles(node, all)));
    for (WrittenFiles other : layout.written()) {
      for (Map.Entry<String, FileEntry> each : mine.entrySet()) {
        FileEntry theirs = other.files().get(each.getKey());
        if (!other.node().equals(node)
            && theirs != null
            && !theirs.holdsTheSameAs(each.getValue())) {
          patiently(() -> layout.write(new WrittenFiles(node, before)));
          return new Kept.Refused(
              "%s and %s both wrote %s, with different contents. Have each write a file of its own."
                  .formatted(other.node(), node, each.getKey()));
        }
      }
    }
    return new Kept.All();
  }

  /** The call has been made: it must not fail because the state service is away for a moment. */
  private static void patiently(Runnable work) {
    for (int tries = 1; ; tries++) {
      try {
        work.run();
        return;
      } catch (TransportFailure e) {
        if (tries == TRIES || e.code() != TransportFailure.Code.UNREACHABLE) {
          throw e;
        }
        pause(tries);
      }
    }
  }

  private static void pause(int tries) {
    try {
      Thread.sleep(1_000L << tries);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TransportFailure(
          TransportFailure.Code.UNREACHABLE, "interrupted while it was kept", e);
    }
  }

  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      left.run();
    }
  }
}
