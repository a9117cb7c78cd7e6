package io.sluice.state.ownership;

import io.sluice.transport.topic.Topics;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListShareGroupOffsetsSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes what has been applied. No topic that must not lose anything is deleted by time, so
 * someone has to: each owner its inbox partition, the owner of partition 0 also submissions, plan
 * requests and tasks, below what their readers have finished.
 */
final class Retention {
  private static final Logger LOG = LoggerFactory.getLogger(Retention.class);
  private static final int ANSWER_SECONDS = 10;

  /** Fewer than this are not worth a request. */
  private static final long WORTH = 1_000;

  private final Surroundings around;
  private final int partition;
  private final Duration every;
  private final AtomicBoolean under = new AtomicBoolean();
  private long lookedAt = System.nanoTime();
  private long deletedBelow;

  Retention(Surroundings around, int partition, Duration every) {
    this.around = around;
    this.partition = partition;
    this.every = every;
  }

  /** To be called at every step; works in the background and rarely. */
  void look(long applied) {
    if (System.nanoTime() - lookedAt < every.toNanos() || under.getAndSet(true)) {
      return;
    }
    lookedAt = System.nanoTime();
    Thread.ofVirtual()
        .name("retention-" + partition)
        .start(
            () -> {
              try (Admin admin = around.clients().admin()) {
                delete(admin, applied);
              } catch (ExecutionException | TimeoutException | RuntimeException e) {
                LOG.debug("nothing was deleted this time: {}", e.getMessage());
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              } finally {
                under.set(false);
              }
            });
  }

  private void delete(Admin admin, long applied)
      throws ExecutionException, InterruptedException, TimeoutException {
    Map<TopicPartition, RecordsToDelete> below = new HashMap<>();
    if (applied - deletedBelow >= WORTH) {
      TopicPartition inbox = new TopicPartition(around.messages().topics().inbox(), partition);
      below.put(inbox, RecordsToDelete.beforeOffset(applied));
    }
    if (partition == 0) {
      below.putAll(readByPlanner(admin));
      below.putAll(takenByWorkers(admin));
    }
    if (!below.isEmpty()) {
      admin.deleteRecords(below).all().get(ANSWER_SECONDS, TimeUnit.SECONDS);
      deletedBelow = applied;
    }
  }

  private Map<TopicPartition, RecordsToDelete> readByPlanner(Admin admin)
      throws ExecutionException, InterruptedException, TimeoutException {
    String group = Topics.plannerGroup(around.configuration().connection());
    Map<TopicPartition, OffsetAndMetadata> committed =
        admin
            .listConsumerGroupOffsets(group)
            .partitionsToOffsetAndMetadata()
            .get(ANSWER_SECONDS, TimeUnit.SECONDS);
    Map<TopicPartition, RecordsToDelete> below = new HashMap<>();
    committed.forEach(
        (topic, offset) -> {
          if (offset != null && offset.offset() >= WORTH) {
            below.put(topic, RecordsToDelete.beforeOffset(offset.offset()));
          }
        });
    return below;
  }

  private Map<TopicPartition, RecordsToDelete> takenByWorkers(Admin admin)
      throws ExecutionException, InterruptedException, TimeoutException {
    Map<TopicPartition, RecordsToDelete> below = new HashMap<>();
    for (String pool : around.pools().known()) {
      String group = Topics.workersGroup(around.configuration().connection(), pool);
      admin
          .listShareGroupOffsets(Map.of(group, new ListShareGroupOffsetsSpec()))
          .partitionsToOffsetInfo(group)
          .get(ANSWER_SECONDS, TimeUnit.SECONDS)
          .forEach(
              (topic, start) -> {
                if (start != null && start.startOffset() >= WORTH) {
                  below.put(topic, RecordsToDelete.beforeOffset(start.startOffset()));
                }
              });
    }
    return below;
  }
}
