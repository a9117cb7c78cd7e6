package io.sluice.transport.message;

import io.sluice.model.limit.Limits;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Puts parts together, for one reader of one partition. A record that is no part passes through.
 *
 * <p>Messages are known by the id that all their parts carry, so that two that travel at once under
 * one key don't touch each other; what never comes whole is given up after a time, or earlier when
 * it takes too much room. Values of a compacted topic are known by their key: there a newer value
 * takes the place of an older one whose parts were cleaned away.
 */
public final class PartJoiner {
  private static final Pattern PART = Pattern.compile("(\\d{1,3})/(\\d{1,3})");
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);
  private static final long MOST_BYTES = 2L * Limits.STANDARD.bytes().message();

  private final Map<String, Pending> pending = new LinkedHashMap<>();
  private final List<Abandoned> abandoned = new ArrayList<>();
  private final boolean byKey;
  private final boolean anyKey;
  private final Duration longestWait;
  private final LongSupplier nanos;
  private long held;

  /** For messages. */
  public PartJoiner() {
    this(false, System::nanoTime);
  }

  PartJoiner(boolean byKey, LongSupplier nanos) {
    this(byKey, false, LONGEST_WAIT, nanos);
  }

  private PartJoiner(boolean byKey, boolean anyKey, Duration longestWait, LongSupplier nanos) {
    this.byKey = byKey;
    this.anyKey = anyKey;
    this.longestWait = longestWait;
    this.nanos = nanos;
  }

  /** For the values of a compacted topic, and for what was written as they are. */
  public static PartJoiner ofKeys() {
    return new PartJoiner(true, System::nanoTime);
  }

  /**
   * For messages of people's own senders, who may use any key: parts of one run belong together.
   */
  public static PartJoiner ofRuns(Duration longestWait, LongSupplier nanos) {
    return new PartJoiner(false, true, longestWait, nanos);
  }

  /**
   * A whole value: under which key, how many records it was, and the offsets of the first and the
   * last of them.
   */
  public record Whole(String key, byte @Nullable [] value, int parts, long first, long offset) {}

  /**
   * A message that never came whole.
   *
   * @param id as {@link #messageOf} has it
   * @param first the record that it began with, without its bytes
   */
  public record Abandoned(
      String id, ConsumerRecord<String, byte[]> first, int missing, int parts) {}

  /** Where a record belongs that is a part. */
  private record Part(String base, String of, int index, int count) {
    String id(boolean byKey) {
      return byKey ? base : base + "\0" + of;
    }
  }

  private static final class Pending {
    final String id;
    final String of;
    final byte[] @Nullable [] parts;
    final ConsumerRecord<String, byte[]> first;
    final long since;
    int missing;
    long bytes;

    Pending(String id, String of, int count, ConsumerRecord<String, byte[]> first, long since) {
      this.id = id;
      this.of = of;
      this.parts = new byte[count][];
      this.missing = count;
      this.first = withoutValue(first);
      this.since = since;
    }

    private static ConsumerRecord<String, byte[]> withoutValue(
        ConsumerRecord<String, byte[]> record) {
      ConsumerRecord<String, byte[]> empty =
          new ConsumerRecord<>(
              record.topic(), record.partition(), record.offset(), record.key(), new byte[0]);
      record.headers().forEach(empty.headers()::add);
      return empty;
    }
  }

  private @Nullable Part part(ConsumerRecord<String, byte[]> record) {
    String part = Headers.text(record.headers(), Headers.PART);
    Matcher matcher = part == null || record.value() == null ? null : PART.matcher(part);
    String base = record.key() == null ? null : Parts.baseKey(record.key());
    if (base == null && anyKey) {
      base = Headers.text(record.headers(), Headers.RUN);
    }
    if (base == null || matcher == null || !matcher.matches()) {
      return null;
    }
    int index = Integer.parseInt(matcher.group(1));
    int count = Integer.parseInt(matcher.group(2));
    String of = String.valueOf(Headers.text(record.headers(), Headers.PART_OF));
    return index < count && count <= Parts.MAX_PARTS ? new Part(base, of, index, count) : null;
  }

  /** The message that a part belongs to; empty for what is no part. */
  public Optional<String> messageOf(ConsumerRecord<String, byte[]> record) {
    return Optional.ofNullable(part(record)).map(part -> part.id(byKey));
  }

  /** Empty while parts are missing. */
  public Optional<Whole> offer(ConsumerRecord<String, byte[]> record) {
    Part part = part(record);
    if (part == null) {
      String key = record.key() == null ? "" : record.key();
      return Optional.of(new Whole(key, record.value(), 1, record.offset(), record.offset()));
    }
    return joined(record, part);
  }

  private Optional<Whole> joined(ConsumerRecord<String, byte[]> record, Part part) {
    byte[] value = record.value();
    int index = part.index();
    String id = part.id(byKey);
    Pending whole = pending.get(id);
    if (whole == null || !whole.of.equals(part.of()) || whole.parts.length != part.count()) {
      forget(id);
      whole = new Pending(id, part.of(), part.count(), record, nanos.getAsLong());
      pending.put(id, whole);
    }
    byte[] before = whole.parts[index];
    if (before == null) {
      whole.missing--;
    }
    long more = value.length - (before == null ? 0 : before.length);
    whole.bytes += more;
    held += more;
    whole.parts[index] = value;
    if (whole.missing > 0) {
      if (!byKey) {
        giveUpWhatIsTooMuch();
      }
      return Optional.empty();
    }
    forget(id);
    return Optional.of(
        new Whole(part.base(), bytes(whole), part.count(), whole.first.offset(), record.offset()));
  }

  private void forget(String id) {
    Pending gone = pending.remove(id);
    if (gone != null) {
      held -= gone.bytes;
    }
  }

  private void giveUpWhatIsTooMuch() {
    Iterator<Pending> oldest = pending.values().iterator();
    while (held > MOST_BYTES && oldest.hasNext()) {
      giveUp(oldest);
    }
  }

  private void giveUp(Iterator<Pending> oldest) {
    Pending gone = oldest.next();
    oldest.remove();
    held -= gone.bytes;
    abandoned.add(new Abandoned(gone.id, gone.first, gone.missing, gone.parts.length));
  }

  /** What was given up since the last call; to be asked from time to time, whether parts come. */
  public List<Abandoned> abandoned() {
    if (!byKey) {
      long now = nanos.getAsLong();
      while (!pending.isEmpty()
          && now - pending.values().iterator().next().since > longestWait.toNanos()) {
        giveUp(pending.values().iterator());
      }
    }
    if (abandoned.isEmpty()) {
      return List.of();
    }
    List<Abandoned> given = List.copyOf(abandoned);
    abandoned.clear();
    return given;
  }

  /** How many values are incomplete. */
  public int incomplete() {
    return pending.size();
  }

  /** The offset of the oldest record that is still needed. */
  public OptionalLong oldest() {
    return pending.values().stream().mapToLong(each -> each.first.offset()).min();
  }

  private static byte[] bytes(Pending whole) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(Math.toIntExact(whole.bytes));
    for (byte[] part : whole.parts) {
      if (part != null) {
        bytes.writeBytes(part);
      }
    }
    return bytes.toByteArray();
  }
}
