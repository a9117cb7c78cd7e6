package io.sluice.state.ownership;

import io.sluice.transport.message.PartJoiner;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * The records of one inbox partition as whole messages. While a message of several parts is
 * incomplete, what came after it waits: the applied offset can't pass the first part, and nothing
 * behind the applied offset may be decided, or a takeover would decide it a second time. A sender
 * that dies between its parts holds the rest up for as long as it could still have sent them.
 */
final class Inbox {
  private static final Duration PATIENCE = Duration.ofSeconds(35);

  private final PartJoiner joiner = new PartJoiner();
  private final Deque<Message> waiting = new ArrayDeque<>();
  private long applied;
  private long seen;
  private long incompleteSince;
  private int abandoned;

  /** A whole message and the record that completed it. */
  record Message(ConsumerRecord<String, byte[]> record, PartJoiner.Whole whole) {}

  Inbox(long applied) {
    this.applied = applied;
    this.seen = applied;
  }

  /** What can be decided now, in order. */
  List<Message> offer(ConsumerRecord<String, byte[]> record) {
    seen = record.offset() + 1;
    joiner.offer(record).ifPresent(whole -> waiting.add(new Message(record, whole)));
    return ready();
  }

  /** What can be decided now because its time is up. */
  List<Message> ready() {
    if (joiner.incomplete() <= abandoned) {
      abandoned = joiner.incomplete();
      incompleteSince = 0;
    } else if (incompleteSince == 0) {
      incompleteSince = System.nanoTime();
      return List.of();
    } else if (System.nanoTime() - incompleteSince < PATIENCE.toNanos()) {
      return List.of();
    } else {
      // Its sender never confirmed it to anyone, and sends it again as a whole if it lives.
      abandoned = joiner.incomplete();
      incompleteSince = 0;
    }
    applied = seen;
    List<Message> ready = new ArrayList<>(waiting);
    waiting.clear();
    return ready;
  }

  /** The next offset to apply, once what was handed out is committed. */
  long applied() {
    return applied;
  }
}
