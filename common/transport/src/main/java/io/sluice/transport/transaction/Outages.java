package io.sluice.transport.transaction;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.kafka.common.TopicPartition;

/**
 * When a broker came back, by the epochs of the partitions' leaders: each leader has a higher one
 * than the leader before it. A slow answer of a busy machine changes none.
 */
public final class Outages {
  /** Not again and again while brokers come and go. */
  private static final Duration LOOKED = Duration.ofSeconds(10);

  private final LongSupplier nanos;
  private final Map<TopicPartition, Integer> epochs = new HashMap<>();
  private boolean returned;
  private long returnedAt;

  /**
   * @param nanos the clock, {@link System#nanoTime} but for tests
   */
  public Outages(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** The epochs of the leaders that answered. */
  public synchronized void heard(Map<TopicPartition, Integer> answered) {
    answered.forEach(
        (partition, epoch) -> {
          Integer before = epochs.put(partition, epoch);
          if (before != null && epoch > before) {
            returned = true;
            returnedAt = nanos.getAsLong();
          }
        });
  }

  /**
   * Whether to take over again, though nothing was committed: a broker came back after that time,
   * by {@link System#nanoTime}, at which its caller began to take over. Once for each return, and
   * not at once after a takeover.
   */
  public synchronized boolean mayBeLeft(long tookOver) {
    return returned && returnedAt - tookOver > 0 && nanos.getAsLong() - tookOver > LOOKED.toNanos();
  }
}
