package io.sluice.state.store;

import io.sluice.transport.message.Parts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.h2.mvstore.Cursor;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.h2.mvstore.type.ByteArrayDataType;
import org.h2.mvstore.type.StringDataType;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One partition's records on disk, by their keys in the topics. Readers see the records of whole
 * transactions only. A file that is damaged, or belongs to other topics, is discarded: the truth is
 * in Kafka.
 */
public final class LocalStore implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LocalStore.class);

  /** Another one means another copy, too. */
  private static final String LAYOUT = "2/";

  private static final String COMPLETE_AT = "complete-at";
  private static final String IDENTITY = "identity";

  /** Stands in a copy from an orderly end of its owner to the next start. */
  private static final String RESTING = "resting";

  private static final int UNSAVED_RECORDS = 20_000;
  private static final long CHECKPOINT_NANOS = 1_000_000_000L;

  /** Topics keep tombstones for a day: a copy that is older may miss one for ever. */
  private static final Duration TOO_OLD = Duration.ofHours(12);

  /** The two compacted topics that are held. */
  public enum Table {
    STATE,
    RUNS
  }

  /** One record of a transaction; null takes the key away. */
  public record Write(Table table, String key, byte @Nullable [] value) {}

  /** The next offset to read of each topic. */
  public record Positions(long state, long runs) {
    public static final Positions START = new Positions(0, 0);
  }

  private final MVStore store;
  private final MVMap<String, byte[]> state;
  private final MVMap<String, byte[]> runs;
  private final MVMap<String, String> meta;

  /** How large those values are that travel in parts; most stores have none. */
  private final MVMap<String, Integer> large;

  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock(true);
  private boolean rested;
  private int unsaved;
  private long savedAt = System.nanoTime();

  private LocalStore(MVStore store) {
    this.store = store;
    this.state = store.openMap("state-records", records());
    this.runs = store.openMap("run-records", records());
    this.meta = store.openMap("meta");
    this.large = store.openMap("large");
  }

  /**
   * Types that are declared beforehand cost half as much as types that are found out at each
   * access.
   */
  private static MVMap.Builder<String, byte[]> records() {
    return new MVMap.Builder<String, byte[]>()
        .keyType(StringDataType.INSTANCE)
        .valueType(ByteArrayDataType.INSTANCE);
  }

  /**
   * @param identity of the topics that the file is a copy of: another one means another copy
   */
  public static LocalStore open(Path file, String identity) throws IOException {
    return open(file, identity, InstantSource.system());
  }

  /**
   * Looks at a file that no process has open, as it was last saved, and changes nothing of it.
   *
   * @throws IOException when it can't be read, or is open elsewhere
   */
  static <T> T look(Path file, Function<LocalStore, T> looking) throws IOException {
    try {
      MVStore store = StoreFile.readOnly(file);
      try {
        return looking.apply(new LocalStore(store));
      } finally {
        store.closeImmediately();
      }
    } catch (MVStoreException | IllegalArgumentException | UnsupportedOperationException e) {
      throw new IOException(file + " cannot be read: " + e.getMessage(), e);
    }
  }

  static LocalStore open(Path file, String identity, InstantSource clock) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    LocalStore store = StoreFile.openOrDiscard(file, LocalStore::new);
    store.wake();
    String known = LAYOUT + identity;
    if (!known.equals(store.meta.get(IDENTITY)) || store.isTooOld(clock.instant())) {
      store.clear(clock.instant());
      store.meta.put(IDENTITY, known);
    }
    return store;
  }

  /**
   * Says that the copy holds whatever was committed. For an owner that ends in an orderly way: who
   * looks while nobody owns the partition needs no topics.
   */
  public void rest() {
    meta.put(RESTING, "true");
  }

  /** From now on records may be committed that the file lacks after a kill. */
  private void wake() {
    rested = meta.remove(RESTING) != null;
    if (rested) {
      checkpoint();
    }
  }

  /** For who only read: a copy that rested still holds whatever was committed. */
  public void restAgain() {
    if (rested) {
      rest();
    }
  }

  /**
   * A copy whose owner has ended in an orderly way, to be read only; empty where there is none, or
   * where it may lack something.
   */
  public static Optional<LocalStore> resting(Path file) {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      LocalStore store = new LocalStore(StoreFile.readOnly(file));
      if (store.meta.containsKey(RESTING) && store.identity().isPresent()) {
        return Optional.of(store);
      }
      store.store.closeImmediately();
    } catch (MVStoreException | IllegalArgumentException | UnsupportedOperationException e) {
      LOG.debug("the local store {} cannot be read while it rests", file, e);
    }
    return Optional.empty();
  }

  /** Of the topics; empty where another layout, or nothing yet, is held. */
  public Optional<String> identity() {
    String known = meta.get(IDENTITY);
    return known == null || !known.startsWith(LAYOUT)
        ? Optional.empty()
        : Optional.of(known.substring(LAYOUT.length()));
  }

  /** Also when a clock was set back: how old the copy is can't be known then. */
  private boolean isTooOld(Instant now) {
    Duration age = Duration.between(Instant.ofEpochMilli(number(COMPLETE_AT)), now);
    return age.isNegative() || age.compareTo(TOO_OLD) > 0;
  }

  /**
   * At {@code at} the topics had nothing that the copy lacks. Nothing else makes it younger:
   * neither to open and close it, nor to read a part of what is missing.
   */
  public void completeAt(Instant at) {
    meta.put(COMPLETE_AT, Long.toString(at.toEpochMilli()));
  }

  /** Forgets the copy: everything will be read from the beginning. */
  public void clear() {
    clear(Instant.now());
  }

  private void clear(Instant now) {
    rested = false;
    String identity = meta.get(IDENTITY);
    state.clear();
    runs.clear();
    large.clear();
    meta.clear();
    if (identity != null) {
      meta.put(IDENTITY, identity);
    }
    // What is deleted from now on is read as such: nothing of it is held yet.
    completeAt(now);
    checkpoint();
  }

  public Positions positions() {
    return new Positions(number("position.state"), number("position.runs"));
  }

  private long number(String name) {
    String text = meta.get(name);
    return text == null ? 0 : Long.parseLong(text);
  }

  /** A whole transaction, and the positions of the topics after it. */
  public void apply(List<Write> writes, Positions positions) {
    lock.writeLock().lock();
    try {
      for (Write write : writes) {
        MVMap<String, byte[]> table = table(write.table());
        byte[] value = write.value();
        if (value == null) {
          table.remove(write.key());
        } else {
          table.put(write.key(), value);
        }
        noteSize(write.table(), write.key(), value == null ? 0 : value.length);
      }
      meta.put("position.state", Long.toString(positions.state()));
      meta.put("position.runs", Long.toString(positions.runs()));
      unsaved += writes.size();
    } finally {
      lock.writeLock().unlock();
    }
    if (unsaved > UNSAVED_RECORDS) {
      checkpoint();
    }
  }

  private void noteSize(Table table, String key, int bytes) {
    if (bytes > Parts.MAX_BYTES) {
      large.put(table + "/" + key, bytes);
    } else if (!large.isEmpty()) {
      large.remove(table + "/" + key);
    }
  }

  /** The size of a value that is too large for one record of its topic; 0 for any other. */
  public int largeBytes(Table table, String key) {
    Integer bytes = large.isEmpty() ? null : large.get(table + "/" + key);
    return bytes == null ? 0 : bytes;
  }

  /** Saves when there is something that has not been saved for a while. */
  public void checkpointWhenDue() {
    if (unsaved > 0 && System.nanoTime() - savedAt > CHECKPOINT_NANOS) {
      checkpoint();
    }
  }

  private void checkpoint() {
    store.commit();
    unsaved = 0;
    savedAt = System.nanoTime();
  }

  public byte @Nullable [] find(Table table, String key) {
    return table(table).get(key);
  }

  /** Entries whose keys begin with {@code prefix}, in order of keys. */
  public Iterator<Map.Entry<String, byte[]>> withPrefix(Table table, String prefix) {
    return new PrefixedEntries(table(table).cursor(prefix), prefix);
  }

  /**
   * At most {@code limit} entries after the key {@code after}, as they are stored. To be taken
   * inside {@link #reading} and decoded outside it: a long decoding must not keep a commit waiting.
   */
  public List<Map.Entry<String, byte[]>> page(
      Table table, String prefix, @Nullable String after, int limit) {
    List<Map.Entry<String, byte[]>> page = new ArrayList<>();
    Cursor<String, byte[]> cursor =
        table(table).cursor(after == null || after.compareTo(prefix) < 0 ? prefix : after);
    while (page.size() < limit && cursor.hasNext()) {
      String key = cursor.next();
      if (!key.startsWith(prefix)) {
        break;
      }
      if (!key.equals(after)) {
        page.add(Map.entry(key, cursor.getValue()));
      }
    }
    return page;
  }

  /**
   * A table as it is at this moment, to be gone through soon and without the lock: its pages are
   * never changed, and kept for 45 s after others have taken their place.
   *
   * @param position the next offset of its topic
   */
  public record View(long position, Iterator<Map.Entry<String, byte[]>> entries) {}

  public View view(Table table) {
    return reading(
        () ->
            new View(
                switch (table) {
                  case STATE -> positions().state();
                  case RUNS -> positions().runs();
                },
                withPrefix(table, "")));
  }

  /** The first key at or after {@code from}. */
  public @Nullable String ceiling(Table table, String from) {
    return table(table).ceilingKey(from);
  }

  /** Reads that belong together: no transaction comes between them. */
  public <T> T reading(Supplier<T> read) {
    lock.readLock().lock();
    try {
      return read.get();
    } finally {
      lock.readLock().unlock();
    }
  }

  public int size(Table table) {
    return table(table).size();
  }

  private MVMap<String, byte[]> table(Table table) {
    return switch (table) {
      case STATE -> state;
      case RUNS -> runs;
    };
  }

  @Override
  public void close() {
    lock.writeLock().lock();
    try {
      if (store.isReadOnly()) {
        store.closeImmediately();
        return;
      }
      checkpoint();
      store.close();
    } catch (MVStoreException e) {
      LOG.warn("the local store was not saved, so the next start reads more: {}", e.getMessage());
      store.closeImmediately();
    } finally {
      lock.writeLock().unlock();
    }
  }
}
