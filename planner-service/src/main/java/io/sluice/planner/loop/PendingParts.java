package io.sluice.planner.loop;

import io.sluice.model.limit.Limits;
import io.sluice.transport.message.Headers;
import io.sluice.transport.message.PartJoiner;
import io.sluice.transport.message.PartJoiner.Whole;
import io.sluice.transport.message.Parts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Messages of one partition that came in parts, each by itself: two that arrive at once do not
 * disturb each other. What stays incomplete goes after a time, or when it takes too much room.
 */
final class PendingParts {
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(5);
  private static final long MOST_BYTES = 2L * Limits.STANDARD.bytes().message();

  private final Map<String, Gathering> gatherings = new LinkedHashMap<>();
  private long bytes;

  /** A message of which parts are missing. */
  static final class Gathering {
    private final String id;
    private final Item item;
    private final Instant since;
    private final PartJoiner joiner = new PartJoiner();
    private long bytes;

    private Gathering(String id, Item item, Instant since) {
      this.id = id;
      this.item = item;
      this.since = since;
    }

    Item item() {
      return item;
    }

    Optional<Whole> offer(ConsumerRecord<String, byte[]> record) {
      bytes += record.value().length;
      return joiner.offer(keyed(record));
    }
  }

  /** What a part belongs to; null for what is no part. */
  @Nullable Gathering of(ConsumerRecord<String, byte[]> record, Item fresh, Instant now) {
    String part = Headers.text(record.headers(), Headers.PART);
    String run = Headers.text(record.headers(), Headers.RUN);
    String base = record.key() == null ? null : Parts.baseKey(record.key());
    if (part == null || record.value() == null || (base == null && run == null)) {
      return null;
    }
    String of = Headers.text(record.headers(), Headers.PART_OF);
    String id = base + "\n" + run + "\n" + of + "\n" + part.substring(part.indexOf('/') + 1);
    return gatherings.computeIfAbsent(id, any -> new Gathering(id, fresh, now));
  }

  /** The whole message, if this was the last part that was missing. */
  Optional<Whole> offer(Gathering gathering, ConsumerRecord<String, byte[]> record) {
    bytes += record.value().length;
    Optional<Whole> whole = gathering.offer(record);
    if (whole.isPresent()) {
      forget(gathering);
    }
    return whole;
  }

  private void forget(Gathering gathering) {
    bytes -= gathering.bytes;
    gatherings.remove(gathering.id);
  }

  /** What is not waited for any longer. */
  List<Gathering> given(Instant now) {
    List<Gathering> given = new ArrayList<>();
    Iterator<Gathering> each = List.copyOf(gatherings.values()).iterator();
    while (each.hasNext()) {
      Gathering oldest = each.next();
      if (bytes > MOST_BYTES || oldest.since.plus(LONGEST_WAIT).isBefore(now)) {
        forget(oldest);
        given.add(oldest);
      }
    }
    return given;
  }

  /** People's own senders may use any key: parts of one run belong together. */
  private static ConsumerRecord<String, byte[]> keyed(ConsumerRecord<String, byte[]> record) {
    String run = Headers.text(record.headers(), Headers.RUN);
    boolean marked = record.key() != null && Parts.baseKey(record.key()) != null;
    if (run == null || marked) {
      return record;
    }
    ConsumerRecord<String, byte[]> keyed =
        new ConsumerRecord<>(
            record.topic(), record.partition(), record.offset(), Parts.key(run, 0), record.value());
    for (Header header : record.headers()) {
      keyed.headers().add(header);
    }
    return keyed;
  }
}
