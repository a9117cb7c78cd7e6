package io.sluice.state.query;

import io.sluice.transport.client.Clients;
import io.sluice.transport.client.CompactedReader;
import io.sluice.transport.message.Messages;
import io.sluice.transport.message.PartJoiner;
import java.time.Instant;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Reads the log of state from its beginning: what every question about the past begins with. */
final class StateLog {
  /** A reading is a whole partition's: more of them at once only make each of them slower. */
  private static final int AT_ONCE = 2;

  private final Clients clients;
  private final Messages messages;
  private final Semaphore readings = new Semaphore(AT_ONCE);

  StateLog(Clients clients) {
    this.clients = clients;
    this.messages = new Messages(clients.connection());
  }

  /**
   * One record of the log.
   *
   * @param offset its place in the log
   * @param run whose input it was, where that is known without decoding the value
   */
  record Entry(
      String key, long offset, Instant at, @Nullable String run, byte @Nullable [] value) {}

  /**
   * @param truncated whether older records than the first have been deleted by time
   */
  record Extent(boolean truncated) {}

  /** Every record of the workspace, in order. */
  Extent read(String workspace, Consumer<Entry> taker) {
    String prefix = workspace + "/";
    return readPartition(
        messages.topics().stateLog(),
        messages.partition(workspace),
        entry -> {
          if (entry.key().startsWith(prefix)) {
            taker.accept(entry);
          }
        });
  }

  /** Every record of a partition of {@code state}, {@code runs} or {@code state-log}. */
  Extent readPartition(String topic, int partition, Consumer<Entry> taker) {
    PartJoiner joiner = PartJoiner.ofKeys();
    readings.acquireUninterruptibly();
    try (CompactedReader reader = new CompactedReader(clients)) {
      TopicPartition all = new TopicPartition(topic, partition);
      long start = reader.range(all).start();
      reader.read(
          all,
          0,
          record ->
              joiner
                  .offer(record)
                  .ifPresent(
                      whole ->
                          taker.accept(
                              new Entry(
                                  whole.key(),
                                  record.offset(),
                                  Instant.ofEpochMilli(record.timestamp()),
                                  Messages.run(record),
                                  whole.value()))));
      return new Extent(start > 0);
    } finally {
      readings.release();
    }
  }

  Messages messages() {
    return messages;
  }
}
