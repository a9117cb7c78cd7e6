package io.sluice.state.intake;

import io.sluice.transport.topic.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a partition of the inbox and the same of the orders, from where they are applied. Each of
 * the two halts and goes on by itself: a halted inbox does not keep orders from being read.
 */
public final class Streams implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Streams.class);
  private static final Duration HALTED = Duration.ofSeconds(30);

  private final Consumer<String, byte[]> consumer;
  private final Progress progress;
  private final Map<Source, TopicPartition> partitions = new EnumMap<>(Source.class);

  /** What one poll brought, by topic. */
  public record Polled(Map<Source, List<ConsumerRecord<String, byte[]>>> records) {
    public List<ConsumerRecord<String, byte[]>> of(Source source) {
      return records.getOrDefault(source, List.of());
    }
  }

  public Streams(
      Consumer<String, byte[]> consumer, Topics topics, int partition, Progress progress) {
    this.consumer = consumer;
    this.progress = progress;
    for (Source source : Source.values()) {
      partitions.put(source, new TopicPartition(source.topic(topics), partition));
    }
  }

  private TopicPartition of(Source source) {
    TopicPartition partition = partitions.get(source);
    if (partition == null) {
      throw new IllegalStateException("there is a partition for each source");
    }
    return partition;
  }

  public void begin() {
    List<TopicPartition> both = List.copyOf(partitions.values());
    consumer.assign(both);
    Map<TopicPartition, Long> starts = consumer.beginningOffsets(both);
    Map<TopicPartition, Long> ends = consumer.endOffsets(both);
    for (Source source : Source.values()) {
      TopicPartition topic = of(source);
      long start = starts.getOrDefault(topic, 0L);
      refuseShorter(source, topic, ends.getOrDefault(topic, 0L));
      consumer.seek(topic, Math.max(start, progress.intake(source).start()));
      if (start > progress.applied(source)) {
        gap(source, topic, start);
      }
    }
  }

  /** Reading it from its beginning would decide everything a second time. */
  private void refuseShorter(Source source, TopicPartition topic, long end) {
    long applied = progress.applied(source);
    if (applied > end) {
      throw new Halted(
          topic
              + " ends at offset "
              + end
              + " and was applied to "
              + applied
              + ": it is not the topic that the state is based on. Was it deleted and created"
              + " again?");
    }
  }

  /**
   * The records to read next are gone. In the inbox these may be results, so a person must know.
   */
  private void gap(Source source, TopicPartition topic, long start) {
    long applied = progress.applied(source);
    if (source == Source.ORDERS) {
      LOG.error("{}: orders from offset {} to {} are lost", topic, applied, start);
      progress.intake(source).passTo(start);
      consumer.seek(topic, start);
      return;
    }
    String cause =
        "records up to offset "
            + start
            + " were deleted before they were applied; results may be among them. Check the topic's"
            + " retention, then skip them with `sluice inbox skip`";
    progress.halt(new Progress.Halt(applied, applied, cause, start, null, System.nanoTime()));
    LOG.error("{} is halted at offset {}: {}", topic, applied, cause);
    halted();
  }

  public Polled poll(Duration patience) {
    ConsumerRecords<String, byte[]> records;
    try {
      records = consumer.poll(patience);
    } catch (OffsetOutOfRangeException e) {
      for (Source source : Source.values()) {
        TopicPartition topic = of(source);
        if (e.offsetOutOfRangePartitions().containsKey(topic)) {
          long start = consumer.beginningOffsets(List.of(topic)).getOrDefault(topic, 0L);
          consumer.seek(topic, start);
          if (start > progress.applied(source)) {
            gap(source, topic, start);
          } else {
            throw new Superseded(
                topic + " no longer has the records to read next: " + e.getMessage());
          }
        }
      }
      return new Polled(Map.of());
    }
    Map<Source, List<ConsumerRecord<String, byte[]>>> polled = new EnumMap<>(Source.class);
    partitions.forEach((source, topic) -> polled.put(source, records.records(topic)));
    return new Polled(polled);
  }

  /** What comes of one topic; the other waits. */
  public List<ConsumerRecord<String, byte[]>> pollOnly(Source source, Duration patience) {
    List<TopicPartition> others = new ArrayList<>(partitions.values());
    others.remove(of(source));
    consumer.pause(others);
    try {
      return poll(patience).of(source);
    } finally {
      consumer.resume(others);
      if (progress.halted() != null) {
        halted();
      }
    }
  }

  /** Whether everything available has been read; also true while it is halted. */
  public boolean atEnd(Source source) {
    if (source == Source.INBOX && progress.halted() != null) {
      return true;
    }
    TopicPartition topic = of(source);
    return consumer.position(topic) >= consumer.endOffsets(List.of(topic)).getOrDefault(topic, 0L);
  }

  /** Up to where it has been read, markers of transactions too. */
  public long position(Source source) {
    return consumer.position(of(source));
  }

  /** Records that are there and were not read yet, as far as that was heard. */
  public long behind(Source source) {
    return consumer.currentLag(of(source)).orElse(0);
  }

  /** The inbox is halted from here on. */
  public void halted() {
    consumer.pause(List.of(of(Source.INBOX)));
  }

  /** A build that knows more may run by now, or the message may be gone. */
  public void retryHalted() {
    Progress.Halt halt = progress.halted();
    if (halt != null
        && halt.message() != null
        && System.nanoTime() - halt.since() > HALTED.toNanos()) {
      goOnAt(progress.goOn(halt.offset()));
    }
  }

  public void goOnAt(long offset) {
    TopicPartition inbox = of(Source.INBOX);
    consumer.seek(inbox, offset);
    consumer.resume(List.of(inbox));
  }

  public void wakeUp() {
    consumer.wakeup();
  }

  @Override
  public void close() {
    consumer.close();
  }
}
