package io.sluice.transport.client;

import io.sluice.transport.TransportFailure;
import io.sluice.transport.TransportFailure.Code;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;

/**
 * Reads a partition from a position to the end that was committed when the reading began. What is
 * behind an open transaction is not the end: call {@code initTransactions} first.
 */
public final class CompactedReader implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration STALLED = Duration.ofSeconds(30);

  private final Consumer<String, byte[]> consumer;

  public CompactedReader(Clients clients) {
    this.consumer = clients.reader();
  }

  /** Takes one record after the other; the value is null for a tombstone. */
  @FunctionalInterface
  public interface Sink {
    void take(ConsumerRecord<String, byte[]> record);
  }

  /** The first offset that can be read and the one after the last committed record. */
  public Range range(TopicPartition partition) {
    List<TopicPartition> one = List.of(partition);
    return new Range(offset(consumer.beginningOffsets(one)), offset(consumer.endOffsets(one)));
  }

  /** Offsets of a partition, {@code end} exclusive. */
  public record Range(long start, long end) {}

  /** Returns the position to go on from: the committed end at the time of the call. */
  public long read(TopicPartition partition, long from, Sink sink) {
    Range range = range(partition);
    long position = Math.max(from, range.start());
    if (position >= range.end()) {
      return range.end();
    }
    consumer.assign(List.of(partition));
    consumer.seek(partition, position);
    long progress = System.nanoTime();
    while (position < range.end()) {
      ConsumerRecords<String, byte[]> records = consumer.poll(POLL);
      for (ConsumerRecord<String, byte[]> record : records) {
        if (record.offset() < range.end()) {
          sink.take(record);
        }
      }
      long now = consumer.position(partition);
      if (now > position) {
        position = now;
        progress = System.nanoTime();
      } else if (System.nanoTime() - progress > STALLED.toNanos()) {
        throw new TransportFailure(
            Code.UNREACHABLE,
            "reading " + partition + " has stood at offset " + position + " for " + STALLED);
      }
    }
    return range.end();
  }

  private static long offset(Map<TopicPartition, Long> offsets) {
    return offsets.values().iterator().next();
  }

  @Override
  public void close() {
    consumer.close();
  }
}
