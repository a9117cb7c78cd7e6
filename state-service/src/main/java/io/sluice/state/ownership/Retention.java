package io.sluice.state.ownership;

import io.sluice.transport.Connection;
import io.sluice.transport.topic.Topics;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DeletedRecords;
import org.apache.kafka.clients.admin.ListShareGroupOffsetsSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes what has been applied. No topic that must not lose anything is deleted by time, so
 * someone has to: each owner its partitions of inbox and orders, the owner of partition 0 also
 * submissions, plan requests and the tasks of every pool that has a topic, below what their readers
 * have finished.
 */
final class Retention {
  private static final Logger LOG = LoggerFactory.getLogger(Retention.class);
  private static final int ANSWER_SECONDS = 10;

  /** Fewer than this are not worth a request, until they have stood for a while. */
  private static final long WORTH = 1_000;

  private static final Duration STOOD = Duration.ofMinutes(10);

  private final PartitionContext around;
  private final int partition;
  private final Duration every;
  private final AtomicBoolean under = new AtomicBoolean();
  private final Map<TopicPartition, Deleted> deleted = new HashMap<>();
  private long lookedAt = System.nanoTime();

  /** Up to where records were deleted, and when. */
  private record Deleted(long below, long at) {}

  Retention(PartitionContext around, int partition, Duration every) {
    this.around = around;
    this.partition = partition;
    this.every = every;
  }

  /**
   * To be called at every step; works in the background and rarely.
   *
   * @param inbox the first offset that is still needed
   * @param orders the same of the orders
   */
  void look(long inbox, long orders) {
    if (System.nanoTime() - lookedAt < every.toNanos() || under.getAndSet(true)) {
      return;
    }
    lookedAt = System.nanoTime();
    Thread.ofVirtual()
        .name("retention-" + partition)
        .start(
            () -> {
              try (Admin admin = around.clients().admin()) {
                delete(admin, inbox, orders);
              } catch (ExecutionException | TimeoutException | RuntimeException e) {
                LOG.warn("applied records could not be deleted this time: {}", e.getMessage());
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              } finally {
                under.set(false);
              }
            });
  }

  private void delete(Admin admin, long inbox, long orders)
      throws ExecutionException, InterruptedException, TimeoutException {
    Topics topics = around.messages().topics();
    Map<TopicPartition, Long> finished = new HashMap<>();
    finished.put(new TopicPartition(topics.inbox(), partition), inbox);
    finished.put(new TopicPartition(topics.orders(), partition), orders);
    if (partition == 0) {
      Connection connection = around.configuration().connection();
      readBy(admin, Topics.plannerGroup(connection), topics.plans(), finished);
      readBy(admin, Topics.requestsGroup(connection), topics.planRequests(), finished);
      takenByWorkers(admin, connection, topics, finished);
    }
    Map<TopicPartition, RecordsToDelete> below = new HashMap<>();
    long now = System.nanoTime();
    finished.forEach(
        (topic, offset) -> {
          Deleted before = deleted.computeIfAbsent(topic, first -> new Deleted(0, now));
          boolean stood = now - before.at() > STOOD.toNanos() && offset > before.below();
          if (offset - before.below() >= WORTH || stood) {
            below.put(topic, RecordsToDelete.beforeOffset(offset));
          }
        });
    if (below.isEmpty()) {
      return;
    }
    for (Map.Entry<TopicPartition, KafkaFuture<DeletedRecords>> each :
        admin.deleteRecords(below).lowWatermarks().entrySet()) {
      each.getValue().get(ANSWER_SECONDS, TimeUnit.SECONDS);
      deleted.put(each.getKey(), new Deleted(finished.getOrDefault(each.getKey(), 0L), now));
    }
  }

  private static void readBy(
      Admin admin, String group, String topic, Map<TopicPartition, Long> finished)
      throws ExecutionException, InterruptedException, TimeoutException {
    Map<TopicPartition, OffsetAndMetadata> committed =
        admin
            .listConsumerGroupOffsets(group)
            .partitionsToOffsetAndMetadata()
            .get(ANSWER_SECONDS, TimeUnit.SECONDS);
    committed.forEach(
        (partition, offset) -> {
          if (offset != null && partition.topic().equals(topic)) {
            finished.put(partition, offset.offset());
          }
        });
  }

  private static void takenByWorkers(
      Admin admin, Connection connection, Topics topics, Map<TopicPartition, Long> finished)
      throws ExecutionException, InterruptedException, TimeoutException {
    String prefix = topics.tasksPrefix();
    List<String> pools =
        admin.listTopics().names().get(ANSWER_SECONDS, TimeUnit.SECONDS).stream()
            .filter(name -> name.startsWith(prefix))
            .map(name -> name.substring(prefix.length()))
            .toList();
    for (String pool : pools) {
      String group = Topics.workersGroup(connection, pool);
      admin
          .listShareGroupOffsets(Map.of(group, new ListShareGroupOffsetsSpec()))
          .partitionsToOffsetInfo(group)
          .get(ANSWER_SECONDS, TimeUnit.SECONDS)
          .forEach(
              (partition, start) -> {
                if (start != null) {
                  finished.put(partition, start.startOffset());
                }
              });
    }
  }
}
