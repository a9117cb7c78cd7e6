package io.sluice.planner.loop;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * What is being worked on, by partition. Answers leave as soon as they are there, but those of one
 * lane in the order of their offsets; what is committed says which ones have left already.
 */
final class Backlog {
  private static final int MOST_RECORDS = 2_000;
  private static final int MOST_BYTES = 8 * 1024 * 1024;
  private static final int MOST_WAITING = 200;
  private static final long MOST_WAITING_BYTES = 32L * 1024 * 1024;

  /** What can be sent now, and the offsets to commit with it. */
  record Ready(List<Item> items, Map<TopicPartition, OffsetAndMetadata> offsets) {}

  private static final class Queue {
    /** An item of several parts is entered at each of their offsets. */
    final TreeMap<Long, Item> open = new TreeMap<>();

    Answered before = Answered.parse(0, "");
    long seen;
    long next;

    /** Where it was taken up. */
    long committed;

    /** How many processes took it up while the item that came first is still open. */
    int laps;

    OffsetAndMetadata without(Collection<Item> sent) {
      TreeSet<Long> left = left(sent);
      return left.isEmpty()
          ? new OffsetAndMetadata(seen)
          : new OffsetAndMetadata(left.first(), answered(sent, left).text());
    }

    boolean fits(Collection<Item> sent) {
      TreeSet<Long> left = left(sent);
      return left.isEmpty() || answered(sent, left).fits();
    }

    private TreeSet<Long> left(Collection<Item> sent) {
      TreeSet<Long> left = new TreeSet<>(open.keySet());
      sent.forEach(item -> left.removeAll(item.offsets()));
      return left;
    }

    private Answered answered(Collection<Item> sent, TreeSet<Long> left) {
      long highest = next;
      for (Item item : sent) {
        highest = Math.max(highest, item.last() + 1);
      }
      return Answered.of(left, highest).withLaps(left.first().equals(open.firstKey()) ? laps : 0);
    }

    OffsetAndMetadata asTaken() {
      return new OffsetAndMetadata(committed, before.withLaps(laps).text());
    }
  }

  private final Map<TopicPartition, Queue> queues = new HashMap<>();

  private Queue queue(TopicPartition partition) {
    return queues.computeIfAbsent(partition, any -> new Queue());
  }

  /**
   * Continues a partition where its last planner stopped.
   *
   * @param mine the laps that this process has written down last: it is counted once
   * @return what says so
   */
  OffsetAndMetadata begin(TopicPartition partition, OffsetAndMetadata committed, int mine) {
    Queue queue = queue(partition);
    queue.before = Answered.parse(committed.offset(), committed.metadata());
    queue.next = queue.before.next();
    queue.committed = committed.offset();
    int before = queue.before.laps();
    queue.laps = before > 0 && before == mine ? before : before + 1;
    return queue.asTaken();
  }

  /** The note that a partition is given up in good order; empty if none is needed. */
  Optional<OffsetAndMetadata> end(TopicPartition partition) {
    Queue queue = queues.get(partition);
    if (queue == null || queue.laps == 0) {
      return Optional.empty();
    }
    queue.laps--;
    return Optional.of(queue.open.isEmpty() ? queue.asTaken() : queue.without(List.of()));
  }

  /**
   * What says that nothing was to be read before this position, though the partition does not begin
   * there: what was aborted, and markers. Empty where something was.
   */
  Optional<OffsetAndMetadata> pastNothing(TopicPartition partition, long position) {
    Queue queue = queues.get(partition);
    if (queue == null || queue.laps == 0 || !queue.open.isEmpty()) {
      return Optional.empty();
    }
    queue.laps = 0;
    queue.seen = Math.max(queue.seen, position);
    return Optional.of(new OffsetAndMetadata(queue.seen));
  }

  /** Processes that took the partition up and never answered what comes first, this one too. */
  int laps(TopicPartition partition) {
    Queue queue = queues.get(partition);
    return queue == null ? 0 : queue.laps;
  }

  /** Whether it is what comes first, where the partition was taken up. */
  boolean isFirst(Item item) {
    Queue queue = queues.get(item.partition());
    return queue != null && queue.laps > 0 && queue.open.firstEntry().getValue() == item;
  }

  /** Whether the record at this offset was answered before its partition came here. */
  boolean isAnswered(TopicPartition partition, long offset) {
    return queue(partition).before.contains(offset);
  }

  /** A record was read; what it belongs to is open until it is sent. */
  void add(TopicPartition partition, long offset, Item item) {
    pass(partition, offset);
    item.add(offset);
    queue(partition).open.put(offset, item);
  }

  /** A record was read that needs nothing. */
  void pass(TopicPartition partition, long offset) {
    Queue queue = queue(partition);
    queue.seen = Math.max(queue.seen, offset + 1);
  }

  /** Reads no further ahead of a partition than can be worked on. */
  boolean isFull(TopicPartition partition) {
    Queue queue = queues.get(partition);
    if (queue == null) {
      return false;
    }
    long bytes = 0;
    for (Item item : new HashSet<>(queue.open.values())) {
      bytes += item.isWhole() ? item.bytes() : 0;
    }
    return queue.open.size() >= MOST_WAITING || bytes > MOST_WAITING_BYTES;
  }

  boolean hasReady() {
    return queues.values().stream().anyMatch(queue -> !ready(queue, new Room(1)).isEmpty());
  }

  /**
   * @param most items at most: one, when it has to be found out which of them can't be sent
   */
  Ready ready(int most) {
    List<Item> items = new ArrayList<>();
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    Room room = new Room(most);
    queues.forEach(
        (partition, queue) -> {
          List<Item> chosen = ready(queue, room);
          if (!chosen.isEmpty()) {
            items.addAll(chosen);
            offsets.put(partition, queue.without(chosen));
          }
        });
    return new Ready(items, offsets);
  }

  private static List<Item> ready(Queue queue, Room room) {
    List<Item> chosen = new ArrayList<>();
    Set<String> held = new HashSet<>();
    for (Map.Entry<Long, Item> entry : queue.open.entrySet()) {
      Item item = entry.getValue();
      if (entry.getKey() != item.last() || !item.isWhole()) {
        continue;
      }
      if (item.outcome().state() == Future.State.SUCCESS && !held.contains(item.lane())) {
        if (!room.takes(item.outcome().resultNow())) {
          break;
        }
        chosen.add(item);
      } else {
        held.add(item.lane());
      }
    }
    return queue.fits(chosen) ? chosen : first(queue, chosen);
  }

  /** What leaves no gap. */
  private static List<Item> first(Queue queue, List<Item> chosen) {
    Map<Item, Boolean> first = new LinkedHashMap<>();
    for (Item item : queue.open.values()) {
      if (!chosen.contains(item)) {
        break;
      }
      first.put(item, true);
    }
    return List.copyOf(first.keySet());
  }

  /** What goes into one transaction. */
  private static final class Room {
    private int items;
    private int records = MOST_RECORDS;
    private long bytes = MOST_BYTES;

    Room(int items) {
      this.items = items;
    }

    boolean takes(List<ProducerRecord<String, byte[]>> more) {
      boolean has = items > 0 && records > 0 && bytes > 0;
      items--;
      records -= more.size();
      bytes -= more.stream().mapToLong(Sizes::bytes).sum();
      return has;
    }
  }

  void sent(Ready ready) {
    for (Item item : ready.items()) {
      Queue queue = queues.get(item.partition());
      if (queue != null) {
        boolean first = queue.open.firstEntry().getValue() == item;
        queue.laps = first ? 0 : queue.laps;
        item.offsets().forEach(queue.open::remove);
        queue.next = Math.max(queue.next, item.last() + 1);
      }
    }
  }

  /** The partition is another planner's now, or is read again. */
  void forget(TopicPartition partition) {
    Queue queue = queues.remove(partition);
    if (queue != null) {
      queue.open.values().forEach(item -> item.outcome().cancel(true));
    }
  }

  void forgetAll() {
    List.copyOf(queues.keySet()).forEach(this::forget);
  }
}
