package io.sluice.planner.loop;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/** What is being worked on, by partition and in the order of its offsets. */
final class Backlog {
  private static final int MOST_RECORDS = 2_000;

  /** Work on one record, and the offset to commit with its outcome. */
  record Item(long next, Future<List<ProducerRecord<String, byte[]>>> outcome) {}

  /** What can be sent now: no gap lies before any of it. */
  record Ready(
      Map<TopicPartition, Integer> items,
      Map<TopicPartition, OffsetAndMetadata> offsets,
      List<ProducerRecord<String, byte[]>> records) {}

  private final Map<TopicPartition, Deque<Item>> items = new HashMap<>();

  void add(TopicPartition partition, Item item) {
    items.computeIfAbsent(partition, any -> new ArrayDeque<>()).add(item);
  }

  int size(TopicPartition partition) {
    Deque<Item> queue = items.get(partition);
    return queue == null ? 0 : queue.size();
  }

  boolean isEmpty() {
    return items.values().stream().allMatch(Deque::isEmpty);
  }

  boolean hasReady() {
    return items.values().stream()
        .anyMatch(queue -> !queue.isEmpty() && queue.peek().outcome().isDone());
  }

  Ready ready() {
    Map<TopicPartition, Integer> counts = new HashMap<>();
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    List<ProducerRecord<String, byte[]>> records = new ArrayList<>();
    items.forEach(
        (partition, queue) -> {
          Iterator<Item> each = queue.iterator();
          while (each.hasNext() && records.size() < MOST_RECORDS) {
            Item item = each.next();
            if (!item.outcome().isDone()) {
              break;
            }
            if (item.outcome().state() != Future.State.SUCCESS) {
              throw new IllegalStateException("work was given up before it was done");
            }
            records.addAll(item.outcome().resultNow());
            offsets.put(partition, new OffsetAndMetadata(item.next()));
            counts.merge(partition, 1, Integer::sum);
          }
        });
    return new Ready(counts, offsets, records);
  }

  void sent(Ready ready) {
    ready
        .items()
        .forEach(
            (partition, count) -> {
              Deque<Item> queue = items.get(partition);
              for (int i = 0; queue != null && i < count; i++) {
                queue.poll();
              }
            });
  }

  /** Somebody else's now, or to be read again. */
  void forget(TopicPartition partition) {
    Deque<Item> queue = items.remove(partition);
    if (queue != null) {
      queue.forEach(item -> item.outcome().cancel(true));
    }
  }

  void forgetAll() {
    List.copyOf(items.keySet()).forEach(this::forget);
  }
}
