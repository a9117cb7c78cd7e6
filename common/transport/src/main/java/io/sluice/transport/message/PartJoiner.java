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
  private final LongSupplier nanos;
  private long held;

  /** For messages. */
  public PartJoiner() {
    this(false, System::nanoTime);
  }

  /** For the values of a compacted topic, and for what was written as they are. */
  public static PartJoiner ofKeys() {
    return new PartJoiner(true, System::nanoTime);
  }

  PartJoiner(boolean byKey, LongSupplier nanos) {
    this.byKey = byKey;
    this.nanos = nanos;
  }

  /**
   * A whole value: under which key, how many records it was, and the offsets of the first and the
   * last of them.
   */
  public record Whole(String key, byte @Nullable [] value, int parts, long first, long offset) {}

  /** A message that never came whole: the record that it began with, without its bytes. */
  public record Abandoned(ConsumerRecord<String, byte[]> first, int missing, int parts) {}

  private static final class Pending {
    final String of;
    final byte[] @Nullable [] parts;
    final ConsumerRecord<String, byte[]> first;
    final long since;
    int missing;
    long bytes;

    Pending(String of, int count, ConsumerRecord<String, byte[]> first, long since) {
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

  /** Empty while parts are missing. */
  public Optional<Whole> offer(ConsumerRecord<String, byte[]> record) {
    String key = record.key() == null ? "" : record.key();
    String part = Headers.text(record.headers(), Headers.PART);
    String base = Parts.baseKey(key);
    byte[] value = record.value();
    Matcher matcher = part == null ? null : PART.matcher(part);
    if (base == null || value == null || matcher == null || !matcher.matches()) {
      return Optional.of(new Whole(key, value, 1, record.offset(), record.offset()));
    }
    int index = Integer.parseInt(matcher.group(1));
    int count = Integer.parseInt(matcher.group(2));
    if (index >= count || count > Parts.MAX_PARTS) {
      return Optional.of(new Whole(key, value, 1, record.offset(), record.offset()));
    }
    return joined(record, value, base, index, count);
  }

  private Optional<Whole> joined(
      ConsumerRecord<String, byte[]> record, byte[] value, String base, int index, int count) {
    String of = String.valueOf(Headers.text(record.headers(), Headers.PART_OF));
    String id = byKey ? base : base + "\0" + of;
    Pending whole = pending.get(id);
    if (whole == null || !whole.of.equals(of) || whole.parts.length != count) {
      forget(id);
      whole = new Pending(of, count, record, nanos.getAsLong());
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
    return Optional.of(new Whole(base, bytes(whole), count, whole.first.offset(), record.offset()));
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
    abandoned.add(new Abandoned(gone.first, gone.missing, gone.parts.length));
  }

  /** What was given up since the last call; to be asked from time to time, whether parts come. */
  public List<Abandoned> abandoned() {
    if (!byKey) {
      long now = nanos.getAsLong();
      while (!pending.isEmpty()
          && now - pending.values().iterator().next().since > LONGEST_WAIT.toNanos()) {
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
