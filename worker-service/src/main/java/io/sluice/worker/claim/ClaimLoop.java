package io.sluice.worker.claim;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.ShareConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One parked share consumer: polls a batch, begins each record, acknowledges each as it is settled,
 * and polls again when the whole batch is: the consumer delivers nothing new before that. What is
 * not settled after lease-after is handed over, so that no batch waits for a slow call.
 */
public final class ClaimLoop implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(ClaimLoop.class);
  private static final Duration POLL = Duration.ofMillis(500);
  private static final Duration COMMIT = Duration.ofSeconds(10);
  private static final Duration ASK_AGAIN = Duration.ofMillis(5);
  private static final Duration AFTER_FAILURE = Duration.ofMillis(500);

  private final Supplier<ShareConsumer<String, byte[]>> consumers;
  private final String topic;
  private final int most;
  private final Duration leaseAfter;
  private final Supplier<String> claimIds;
  private final AttemptStarter attempts;
  private final Consumer<Throwable> troubles;
  private final BlockingQueue<Claim.Settlement> settlements = new LinkedBlockingQueue<>();
  private volatile boolean stopping;
  private volatile @Nullable ShareConsumer<String, byte[]> polling;

  /**
   * @param most records that a poll of these consumers brings
   * @param troubles hears of whatever should not have been thrown, to judge the process by it
   */
  public ClaimLoop(
      Supplier<ShareConsumer<String, byte[]>> consumers,
      String topic,
      int most,
      Duration leaseAfter,
      Supplier<String> claimIds,
      AttemptStarter attempts,
      Consumer<Throwable> troubles) {
    this.consumers = consumers;
    this.topic = topic;
    this.most = most;
    this.leaseAfter = leaseAfter;
    this.claimIds = claimIds;
    this.attempts = attempts;
    this.troubles = troubles;
  }

  /** No new claims; returns at once, the loop ends when its batch is settled. */
  public void stop() {
    stopping = true;
    ShareConsumer<String, byte[]> consumer = polling;
    if (consumer != null) {
      consumer.wakeup();
    }
  }

  @Override
  public void run() {
    while (!stopping) {
      try (ShareConsumer<String, byte[]> consumer = consumers.get()) {
        consumer.setAcknowledgementCommitCallback(ClaimLoop::acknowledged);
        consumer.subscribe(List.of(topic));
        claim(consumer);
      } catch (WakeupException e) {
        LOG.debug("woken to stop");
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      } catch (KafkaException e) {
        LOG.warn("claiming from {} failed, trying again: {}", topic, e.getMessage());
        abandonUnsettled();
        pause();
      } catch (RuntimeException | Error e) {
        LOG.error("claiming from {} failed with a bug, starting again", topic, e);
        troubles.accept(e);
        abandonUnsettled();
        pause();
      }
    }
  }

  private void claim(ShareConsumer<String, byte[]> consumer) throws InterruptedException {
    while (!stopping && attempts.awaitRoom(most)) {
      Map<Claim, AttemptStarter.Ongoing> open;
      long acquiredAt;
      try {
        // No batch is open: what comes now belongs to one that was lost.
        abandonUnsettled();
        ConsumerRecords<String, byte[]> batch = polled(consumer);
        acquiredAt = System.nanoTime();
        open = begun(batch, acquiredAt);
      } finally {
        attempts.giveRoomBack(most);
      }
      if (!open.isEmpty()) {
        settle(consumer, open, acquiredAt);
      }
    }
  }

  private ConsumerRecords<String, byte[]> polled(ShareConsumer<String, byte[]> consumer) {
    polling = consumer;
    try {
      return consumer.poll(POLL);
    } finally {
      polling = null;
    }
  }

  private Map<Claim, AttemptStarter.Ongoing> begun(
      ConsumerRecords<String, byte[]> batch, long acquiredAt) {
    Map<Claim, AttemptStarter.Ongoing> open = new HashMap<>(batch.count() * 2);
    for (ConsumerRecord<String, byte[]> task : batch) {
      Claim claim = new Claim(claimIds.get(), task, acquiredAt, settlements::add);
      try {
        open.put(claim, attempts.begin(claim));
      } catch (RuntimeException | Error e) {
        LOG.error("a claimed task cannot be started; it goes back", e);
        open.put(claim, () -> {});
        claim.release();
      }
    }
    return open;
  }

  private void settle(
      ShareConsumer<String, byte[]> consumer,
      Map<Claim, AttemptStarter.Ongoing> open,
      long acquiredAt)
      throws InterruptedException {
    long wait = leaseAfter.toNanos();
    while (!open.isEmpty()) {
      Claim.Settlement first = settlements.poll(wait, TimeUnit.NANOSECONDS);
      long left = acquiredAt + leaseAfter.toNanos() - System.nanoTime();
      if (left <= 0) {
        open.values().forEach(AttemptStarter.Ongoing::handOver);
      }
      wait = left > 0 ? left : ASK_AGAIN.toNanos();
      if (first != null) {
        acknowledge(consumer, first, open);
      }
    }
    consumer.commitAsync();
  }

  private void acknowledge(
      ShareConsumer<String, byte[]> consumer,
      Claim.Settlement first,
      Map<Claim, AttemptStarter.Ongoing> open) {
    List<Claim.Settlement> drained = new ArrayList<>();
    drained.add(first);
    settlements.drainTo(drained);
    boolean confirm = false;
    for (Claim.Settlement settlement : drained) {
      if (open.remove(settlement.claim()) == null) {
        decline(settlement);
        continue;
      }
      consumer.acknowledge(settlement.claim().task(), settlement.type());
      confirm |= settlement.confirmed() != null;
    }
    if (confirm) {
      Map<TopicIdPartition, Optional<KafkaException>> answer = Map.of();
      try {
        answer = consumer.commitSync(COMMIT);
      } finally {
        confirm(drained, answer);
      }
    }
  }

  private static void confirm(
      List<Claim.Settlement> drained, Map<TopicIdPartition, Optional<KafkaException>> result) {
    for (Claim.Settlement settlement : drained) {
      CompletableFuture<Boolean> confirmed = settlement.confirmed();
      if (confirmed != null) {
        confirmed.complete(accepted(settlement.claim().task(), result));
      }
    }
  }

  /** Confirmed only if the partition is in the answer without an error. */
  private static boolean accepted(
      ConsumerRecord<String, byte[]> task, Map<TopicIdPartition, Optional<KafkaException>> result) {
    for (Map.Entry<TopicIdPartition, Optional<KafkaException>> entry : result.entrySet()) {
      if (entry.getKey().topic().equals(task.topic())
          && entry.getKey().partition() == task.partition()) {
        return entry.getValue().isEmpty();
      }
    }
    return false;
  }

  /** The consumer is gone, and its claims with it: the broker gives the tasks to others. */
  private void abandonUnsettled() {
    List<Claim.Settlement> left = new ArrayList<>();
    settlements.drainTo(left);
    left.forEach(ClaimLoop::decline);
  }

  private static void decline(Claim.Settlement settlement) {
    CompletableFuture<Boolean> confirmed = settlement.confirmed();
    if (confirmed != null) {
      confirmed.complete(false);
    }
  }

  private static void acknowledged(
      Map<TopicIdPartition, Set<Long>> offsets, @Nullable Exception failure) {
    if (failure != null) {
      LOG.debug("an acknowledgement came too late, its task is redelivered: {}", offsets, failure);
    }
  }

  private static void pause() {
    try {
      Thread.sleep(AFTER_FAILURE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
