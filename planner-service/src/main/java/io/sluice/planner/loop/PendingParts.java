package io.sluice.planner.loop;

import io.sluice.transport.message.Headers;
import io.sluice.transport.message.PartJoiner;
import io.sluice.transport.message.PartJoiner.Whole;
import io.sluice.transport.message.Parts;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * Joins parts of one partition, and knows the first offset that is still needed: committing beyond
 * it would lose the parts that came before a crash.
 */
final class PendingParts {
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(5);

  private final PartJoiner joiner = new PartJoiner();
  private final Map<String, First> first = new HashMap<>();

  private record First(long offset, Instant seen) {}

  Optional<Whole> offer(ConsumerRecord<String, byte[]> record, Instant now) {
    ConsumerRecord<String, byte[]> keyed = keyed(record);
    Optional<Whole> whole = joiner.offer(keyed);
    String base = keyed.key() == null ? null : Parts.baseKey(keyed.key());
    if (whole.isPresent()) {
      first.remove(whole.get().key());
    } else if (base != null) {
      first.putIfAbsent(base, new First(record.offset(), now));
    }
    return whole;
  }

  /** The offset to commit at most when everything before {@code next} is done. */
  long committable(long next, Instant now) {
    first.values().removeIf(part -> part.seen().plus(LONGEST_WAIT).isBefore(now));
    long least = next;
    for (First part : first.values()) {
      least = Math.min(least, part.offset());
    }
    return least;
  }

  /** People's own senders may use any key: parts of one run belong together. */
  private static ConsumerRecord<String, byte[]> keyed(ConsumerRecord<String, byte[]> record) {
    String part = Headers.text(record.headers(), Headers.PART);
    String run = Headers.text(record.headers(), Headers.RUN);
    boolean marked = record.key() != null && Parts.baseKey(record.key()) != null;
    if (part == null || run == null || marked) {
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
