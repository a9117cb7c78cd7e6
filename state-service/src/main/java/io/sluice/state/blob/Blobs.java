package io.sluice.state.blob;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.digest.Sha256;
import io.sluice.model.file.FileEntry;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Contents by digest, and what runs wrote, by run. Old ones are deleted. Whoever stores a content
 * asks first whether it is there; from half of the greatest age on the answer is no, so the content
 * is stored again and is never deleted while a current run needs it.
 */
public final class Blobs implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Blobs.class);
  private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");
  private static final Pattern FULL_DISK =
      Pattern.compile("No space left|Disk quota exceeded|not enough space");
  private static final String CONTENTS = "blobs";
  private static final String RUNS = "runs";
  private static final int MOST_WRITTEN = 256 * 1024;
  private static final int MOST_WRITERS = 2_000;
  private static final int BUFFER = 64 * 1024;

  private final BlobSettings settings;
  private final Optional<BlobStore> store;
  private final Clock clock;
  private final AtomicLong total = new AtomicLong();

  /** Contents are stored in parallel, and none while all are counted. */
  private final ReadWriteLock counting = new ReentrantReadWriteLock();

  private final ScheduledExecutorService sweeper =
      Executors.newSingleThreadScheduledExecutor(
          work -> Thread.ofPlatform().daemon().name("blob-sweeper").unstarted(work));

  /** The outcome of storing a content. */
  enum Brought {
    KEPT,
    /** It is not what its name says. */
    OTHER,
    TOO_LARGE,
    /** There is no room for it. */
    FULL,
    /** The disk has no room for it, whatever the store may have. */
    DISK_FULL
  }

  public Blobs(BlobSettings settings, Clock clock) {
    this(settings, settings.store(), clock);
  }

  Blobs(BlobSettings settings, Optional<BlobStore> store, Clock clock) {
    this.settings = settings;
    this.store = store;
    this.clock = clock;
    if (store.isPresent()) {
      LOG.info("contents are kept in {}", store.get());
      var unused = sweeper.scheduleWithFixedDelay(this::sweep, 0, 1, TimeUnit.HOURS);
    }
  }

  boolean isThere() {
    return store.isPresent();
  }

  static boolean isDigest(String text) {
    return DIGEST.matcher(text).matches();
  }

  private BlobStore store() {
    return store.orElseThrow(() -> new IllegalStateException("asked first"));
  }

  /** In folders of some thousands at most. */
  private static String key(String digest) {
    return CONTENTS + "/" + digest.substring(0, 2) + "/" + digest;
  }

  /** Whether it need not be stored again. */
  boolean has(String digest) throws IOException {
    Duration young = settings.age().dividedBy(2);
    return store()
        .find(key(digest))
        .filter(kept -> kept.at().isAfter(clock.instant().minus(young)))
        .isPresent();
  }

  Optional<BlobStore.Opened> open(String digest) throws IOException {
    return store().open(key(digest));
  }

  Brought put(String digest, InputStream content) throws IOException {
    return onDisk(() -> brought(digest, content));
  }

  private interface Bringing {
    Brought bring() throws IOException;
  }

  /** A full disk is no store that is away: waiting for it helps nobody. */
  private static Brought onDisk(Bringing work) throws IOException {
    try {
      return work.bring();
    } catch (IOException e) {
      if (FULL_DISK.matcher(String.valueOf(e.getMessage())).find()) {
        LOG.warn("a content can't be kept: {}", e.toString());
        return Brought.DISK_FULL;
      }
      throw e;
    }
  }

  private Brought brought(String digest, InputStream content) throws IOException {
    Path aside = Files.createTempFile("sluice-blob-", "");
    try {
      MessageDigest found = Sha256.begun();
      long bytes = 0;
      try (OutputStream out = Files.newOutputStream(aside)) {
        byte[] buffer = new byte[BUFFER];
        for (int read = content.read(buffer); read >= 0; read = content.read(buffer)) {
          bytes += read;
          if (bytes > FileEntry.MOST_BYTES) {
            return Brought.TOO_LARGE;
          }
          found.update(buffer, 0, read);
          out.write(buffer, 0, read);
        }
      }
      if (!HexFormat.of().formatHex(found.digest()).equals(digest)) {
        return Brought.OTHER;
      }
      return kept(key(digest), aside, bytes);
    } finally {
      Files.deleteIfExists(aside);
    }
  }

  /** What is replaced takes its room no longer, and what could not be written takes none. */
  private Brought kept(String key, Path content, long bytes) throws IOException {
    counting.readLock().lock();
    try {
      long more = bytes - store().find(key).map(BlobStore.Kept::bytes).orElse(0L);
      if (total.addAndGet(more) > settings.most() && more > 0) {
        total.addAndGet(-more);
        return Brought.FULL;
      }
      boolean written = false;
      try {
        store().put(key, content);
        written = true;
      } finally {
        if (!written) {
          total.addAndGet(-more);
        }
      }
      return Brought.KEPT;
    } finally {
      counting.readLock().unlock();
    }
  }

  private static String run(String workspace, String run) {
    return RUNS + "/" + Sha256.hex(workspace + "/" + run);
  }

  /** What the nodes of a run wrote, as each said it. */
  List<JsonNode> written(String workspace, String run) throws IOException {
    List<JsonNode> all = new ArrayList<>();
    for (BlobStore.Kept kept : store().list(run(workspace, run))) {
      Optional<BlobStore.Opened> opened = store().open(kept.key());
      if (opened.isPresent()) {
        try (InputStream in = opened.get().content()) {
          all.add(Json.tree(in.readNBytes(MOST_WRITTEN)));
        } catch (MalformedMessage e) {
          throw new IOException(kept.key() + " can't be read: " + e.getMessage(), e);
        }
      }
    }
    return all;
  }

  /** Replaces what the node said before. */
  Brought write(String workspace, String run, String node, byte[] said) throws IOException {
    return onDisk(() -> written(workspace, run, node, said));
  }

  private Brought written(String workspace, String run, String node, byte[] said)
      throws IOException {
    if (said.length > MOST_WRITTEN) {
      return Brought.TOO_LARGE;
    }
    if (store().list(run(workspace, run)).size() >= MOST_WRITERS) {
      return Brought.FULL;
    }
    Path aside = Files.createTempFile("sluice-written-", "");
    try {
      Files.write(aside, said);
      return kept(run(workspace, run) + "/" + Sha256.hex(node), aside, said.length);
    } finally {
      Files.deleteIfExists(aside);
    }
  }

  void sweep() {
    try {
      List<BlobStore.Kept> old = counted(clock.instant().minus(settings.age()));
      for (BlobStore.Kept each : old) {
        store().delete(each.key());
      }
      if (!old.isEmpty()) {
        LOG.info("deleted {} old contents from {}; {} bytes are left", old.size(), store(), total);
      }
    } catch (IOException | RuntimeException e) {
      LOG.warn("contents can't be swept: {}", e.toString());
    }
  }

  /** Counts what stays, and returns what does not. */
  private List<BlobStore.Kept> counted(Instant oldest) throws IOException {
    List<BlobStore.Kept> old = new ArrayList<>();
    counting.writeLock().lock();
    try {
      long left = 0;
      for (String prefix : List.of(CONTENTS, RUNS)) {
        for (BlobStore.Kept kept : store().list(prefix)) {
          if (kept.at().isBefore(oldest)) {
            old.add(kept);
          } else {
            left += kept.bytes();
          }
        }
      }
      total.set(left);
    } finally {
      counting.writeLock().unlock();
    }
    return old;
  }

  @Override
  public void close() {
    sweeper.shutdownNow();
    store.ifPresent(BlobStore::close);
  }
}
