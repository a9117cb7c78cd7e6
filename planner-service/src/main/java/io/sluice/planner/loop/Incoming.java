package io.sluice.planner.loop;

import io.sluice.transport.message.PartJoiner;
import io.sluice.transport.message.PartJoiner.Whole;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** Messages of one partition that come in parts, and the item that each of them is. */
final class Incoming {
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(5);

  private final PartJoiner joiner;
  private final Map<String, Item> items = new HashMap<>();

  Incoming(LongSupplier nanos) {
    joiner = PartJoiner.ofRuns(LONGEST_WAIT, nanos);
  }

  /** The item that a part belongs to; null for what is no part. */
  @Nullable Item of(ConsumerRecord<String, byte[]> record, Item fresh) {
    return joiner
        .messageOf(record)
        .map(message -> items.computeIfAbsent(message, any -> fresh))
        .orElse(null);
  }

  /** The whole message, if this was the last part that was missing. */
  Optional<Whole> offer(ConsumerRecord<String, byte[]> record) {
    Optional<Whole> whole = joiner.offer(record);
    if (whole.isPresent()) {
      joiner.messageOf(record).ifPresent(items::remove);
    }
    return whole;
  }

  /** A message that is given up, and the record that it began with. */
  record Given(Item item, ConsumerRecord<String, byte[]> first) {}

  List<Given> abandoned() {
    List<Given> abandoned = new ArrayList<>();
    for (PartJoiner.Abandoned each : joiner.abandoned()) {
      Item item = items.remove(each.id());
      if (item != null) {
        abandoned.add(new Given(item, each.first()));
      }
    }
    return abandoned;
  }
}
