package io.sluice.worker.claim;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Believes a delivery count only under the leader that the record was written under: acquisitions
 * live in the leader's memory, so that after a restart of the broker or a move of the leader what
 * was delivered before comes with a count of 1 again. A caller that asks while a question is under
 * way shares the next one: an answer must be younger than the acquisition.
 */
public final class LeaderEpochs implements Deliveries {
  private final Admin admin;
  private final Map<TopicPartition, Asking> partitions = new HashMap<>();

  /** The question that is under way, and those who wait for the next. */
  private static final class Asking {
    private boolean underWay;
    private @Nullable CompletableFuture<Optional<Integer>> next;
  }

  public LeaderEpochs(Admin admin) {
    this.admin = admin;
  }

  @Override
  public CompletableFuture<Boolean> surelyFirst(ConsumerRecord<String, byte[]> record) {
    return current(new TopicPartition(record.topic(), record.partition()))
        .thenApply(epoch -> epoch.isPresent() && epoch.equals(record.leaderEpoch()));
  }

  private synchronized CompletableFuture<Optional<Integer>> current(TopicPartition partition) {
    Asking asking = partitions.computeIfAbsent(partition, unknown -> new Asking());
    CompletableFuture<Optional<Integer>> next = asking.next;
    if (next == null) {
      next = new CompletableFuture<>();
      asking.next = next;
    }
    if (!asking.underWay) {
      ask(partition, asking, next);
    }
    return next;
  }

  @SuppressWarnings("FutureReturnValueIgnored") // The callback hears of failures.
  private void ask(
      TopicPartition partition, Asking asking, CompletableFuture<Optional<Integer>> answer) {
    asking.underWay = true;
    asking.next = null;
    admin
        .listOffsets(Map.of(partition, OffsetSpec.latest()))
        .partitionResult(partition)
        .whenComplete(
            (end, failure) -> {
              askNext(partition, asking);
              answer.complete(failure == null ? end.leaderEpoch() : Optional.empty());
            });
  }

  private synchronized void askNext(TopicPartition partition, Asking asking) {
    asking.underWay = false;
    CompletableFuture<Optional<Integer>> next = asking.next;
    if (next != null) {
      ask(partition, asking, next);
    }
  }
}
