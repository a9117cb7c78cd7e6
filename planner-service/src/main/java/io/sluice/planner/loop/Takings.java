package io.sluice.planner.loop;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the partitions that this planner gets and loses. It notes each before any work on it, and
 * removes the note when it gives the partition up in good order: the notes that are left are those
 * of processes that ended.
 */
final class Takings implements ConsumerRebalanceListener {
  private static final Logger LOG = LoggerFactory.getLogger(Takings.class);
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Consumer<String, byte[]> reader;
  private final Backlog backlog;
  private final Map<TopicPartition, Incoming> parts;
  private final Map<TopicPartition, OneByOne> careful;
  private final Map<TopicPartition, Integer> laps;

  /** Where the partitions ended that were taken up for something to be read, until that is read. */
  private final Map<TopicPartition, Long> unread = new HashMap<>();

  /**
   * @param laps as this process has counted them last
   */
  Takings(
      Consumer<String, byte[]> reader,
      Backlog backlog,
      Map<TopicPartition, Incoming> parts,
      Map<TopicPartition, OneByOne> careful,
      Map<TopicPartition, Integer> laps) {
    this.reader = reader;
    this.backlog = backlog;
    this.parts = parts;
    this.careful = careful;
    this.laps = laps;
  }

  @Override
  public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
    LOG.debug("assigned {}", partitions);
    Map<TopicPartition, OffsetAndMetadata> begun = new HashMap<>();
    Map<TopicPartition, Long> ends = reader.endOffsets(partitions);
    Map<TopicPartition, OffsetAndMetadata> found = reader.committed(new HashSet<>(partitions));
    for (TopicPartition partition : partitions) {
      OffsetAndMetadata known = found.get(partition);
      OffsetAndMetadata at =
          known == null ? new OffsetAndMetadata(reader.position(partition)) : known;
      OffsetAndMetadata next = backlog.begin(partition, at, laps.getOrDefault(partition, 0));
      if (ends.getOrDefault(partition, 0L) > at.offset()) {
        laps.put(partition, backlog.laps(partition));
        begun.put(partition, next);
        unread.put(partition, ends.get(partition));
      }
    }
    say(begun);
  }

  @Override
  public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
    Map<TopicPartition, OffsetAndMetadata> left = new HashMap<>();
    for (TopicPartition partition : partitions) {
      backlog.end(partition).ifPresent(end -> left.put(partition, end));
    }
    say(left);
    onPartitionsLost(partitions);
  }

  @Override
  public void onPartitionsLost(Collection<TopicPartition> partitions) {
    for (TopicPartition partition : partitions) {
      careful.remove(partition);
      backlog.forget(partition);
      parts.remove(partition);
      unread.remove(partition);
    }
  }

  /**
   * After what was polled is in the backlog. The end of a partition may be one of aborted records
   * and markers: nobody can have ended over those, and what comes after them has done nothing.
   */
  void settle() {
    Map<TopicPartition, OffsetAndMetadata> passed = new HashMap<>();
    for (Map.Entry<TopicPartition, Long> each : Map.copyOf(unread).entrySet()) {
      TopicPartition partition = each.getKey();
      long position = reader.position(partition);
      if (position >= each.getValue()) {
        unread.remove(partition);
        backlog
            .pastNothing(partition, position)
            .ifPresent(
                offset -> {
                  laps.remove(partition);
                  passed.put(partition, offset);
                });
      }
    }
    say(passed);
  }

  private void say(Map<TopicPartition, OffsetAndMetadata> offsets) {
    if (offsets.isEmpty()) {
      return;
    }
    try {
      reader.commitSync(offsets, PATIENCE);
    } catch (KafkaException e) {
      LOG.debug("could not record that this planner took over {}", offsets.keySet(), e);
    }
  }
}
