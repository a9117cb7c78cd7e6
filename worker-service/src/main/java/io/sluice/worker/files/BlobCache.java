package io.sluice.worker.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/** Contents that this worker has fetched: each once, as long as there is room. */
final class BlobCache {
  private final Path folder;
  private final FileSource source;
  private final long most;
  private final Map<String, ReentrantLock> fetching = new ConcurrentHashMap<>();

  /** The longest unused first; guards itself. */
  private final Map<String, Long> kept = new LinkedHashMap<>(16, 0.75f, true);

  BlobCache(Path folder, FileSource source, long most) {
    this.folder = folder;
    this.source = source;
    this.most = most;
  }

  /** Copies a content into a new file. */
  void copy(String digest, Path into) throws IOException {
    ReentrantLock lock = fetching.computeIfAbsent(digest, any -> new ReentrantLock());
    lock.lock();
    try {
      Path file = folder.resolve(digest);
      boolean isThere;
      synchronized (kept) {
        isThere = kept.get(digest) != null;
      }
      if (!isThere) {
        Files.createDirectories(folder);
        Path aside = folder.resolve(digest + ".new");
        Files.deleteIfExists(aside);
        source.fetch(digest, aside);
        Files.move(aside, file);
        keep(digest, Files.size(file));
      }
      Files.copy(file, into);
    } finally {
      lock.unlock();
    }
  }

  private void keep(String digest, long bytes) throws IOException {
    synchronized (kept) {
      kept.put(digest, bytes);
      long total = kept.values().stream().mapToLong(Long::longValue).sum();
      var each = kept.entrySet().iterator();
      while (total > most && each.hasNext()) {
        Map.Entry<String, Long> oldest = each.next();
        ReentrantLock lock = fetching.computeIfAbsent(oldest.getKey(), any -> new ReentrantLock());
        if (!oldest.getKey().equals(digest) && lock.tryLock()) {
          try {
            Files.deleteIfExists(folder.resolve(oldest.getKey()));
            total -= oldest.getValue();
            each.remove();
          } finally {
            lock.unlock();
          }
        }
      }
    }
  }
}
