package io.sluice.planner.loop;

import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** A message that came as one record or as several, and what is to be sent for it. */
final class Item {
  /** What is sent for it: each is smaller than the one before, and the last is nothing. */
  enum Form {
    ANSWER,
    REFUSAL,
    LETTER,
    NOTHING
  }

  private final TopicPartition partition;
  private final String lane;
  private final TreeSet<Long> offsets = new TreeSet<>();
  private volatile CompletableFuture<List<ProducerRecord<String, byte[]>>> outcome =
      new CompletableFuture<>();
  private volatile @Nullable Arrived arrived;
  private Form form = Form.ANSWER;

  Item(TopicPartition partition, String lane) {
    this.partition = partition;
    this.lane = lane;
  }

  TopicPartition partition() {
    return partition;
  }

  String lane() {
    return lane;
  }

  TreeSet<Long> offsets() {
    return offsets;
  }

  long last() {
    return offsets.last();
  }

  void add(long offset) {
    offsets.add(offset);
  }

  @Nullable Arrived arrived() {
    return arrived;
  }

  void whole(Arrived message) {
    arrived = message;
  }

  /** Nothing more of it will come. */
  boolean isWhole() {
    return arrived != null || outcome.isDone();
  }

  long bytes() {
    return arrived == null ? 0 : arrived.value().length;
  }

  CompletableFuture<List<ProducerRecord<String, byte[]>>> outcome() {
    return outcome;
  }

  Form form() {
    return form;
  }

  /** Replaces records that can't be sent. */
  void replace(Form smaller, List<ProducerRecord<String, byte[]>> records) {
    form = smaller;
    outcome = CompletableFuture.completedFuture(records);
  }
}
