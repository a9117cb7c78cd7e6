package io.sluice.transport.transaction;

import io.sluice.transport.client.Clients;
import io.sluice.transport.message.Messages;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.AbortTransactionSpec;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeProducersResult.PartitionProducerState;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TransactionalIdNotFoundException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends what Kafka left open of a transaction that it takes for ended. A coordinator that ends one
 * while a partition has no leader (a single broker that starts again, say) takes the partition for
 * deleted and writes no marker there (KAFKA-20734, in 4.3.1). The next commit of the same producer
 * would then commit those records too: what was aborted, and is done again, would stand twice.
 */
public final class DanglingTransactions {
  private static final Logger LOG = LoggerFactory.getLogger(DanglingTransactions.class);
  private static final String OFFSETS = "__consumer_offsets";
  private static final Set<TransactionState> COMMITTED =
      Set.of(TransactionState.PREPARE_COMMIT, TransactionState.COMPLETE_COMMIT);

  private final Admin admin;
  private final String prefix;

  /** Longer than a running broker takes to answer, and shorter than a broker's restart. */
  private static final Duration BROKER_WAS_AWAY = Duration.ofSeconds(4);

  /**
   * Whether to take over again after a transaction that began then, by {@link System#nanoTime}: a
   * broker that was away meanwhile may have said of the transaction before that it is committed,
   * and have left it open.
   */
  public static boolean mayBeLeft(long began) {
    return System.nanoTime() - began > BROKER_WAS_AWAY.toNanos();
  }

  private DanglingTransactions(Admin admin, String prefix) {
    this.admin = admin;
    this.prefix = prefix;
  }

  /**
   * {@code initTransactions}, after which no record of an earlier transaction is open: each is
   * committed or aborted as the coordinator had decided.
   */
  public static void takeOver(
      Clients clients, Producer<String, byte[]> producer, String transactionalId) {
    try (Admin admin = clients.admin()) {
      DanglingTransactions dangling =
          new DanglingTransactions(admin, clients.connection().topicPrefix());
      Optional<TransactionDescription> last = dangling.last(transactionalId);
      producer.initTransactions();
      if (last.isPresent()) {
        dangling.end(producer, last.get());
      }
    }
  }

  /** Asked before the fencing: afterwards nothing tells how it ended. */
  private Optional<TransactionDescription> last(String transactionalId) {
    try {
      return Optional.of(
          admin.describeTransactions(List.of(transactionalId)).description(transactionalId).get());
    } catch (ExecutionException e) {
      if (e.getCause() instanceof TransactionalIdNotFoundException) {
        return Optional.empty();
      }
      throw failure(e);
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  private void end(Producer<String, byte[]> producer, TransactionDescription last) {
    try {
      Map<TopicPartition, ProducerState> open = open(last.producerId());
      if (open.isEmpty()) {
        return;
      }
      // Offsets can't be committed from here; their writer does everything once more.
      boolean commit =
          COMMITTED.contains(last.state())
              && open.keySet().stream().noneMatch(each -> each.topic().equals(OFFSETS));
      LOG.warn(
          "Kafka left a transaction ({}) open in {}: {} it",
          last.state(),
          open.keySet(),
          commit ? "committing" : "aborting");
      if (commit) {
        commit(producer, open.keySet());
      } else {
        abort(open);
      }
    } catch (ExecutionException e) {
      throw failure(e);
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  private Map<TopicPartition, ProducerState> open(long producerId)
      throws ExecutionException, InterruptedException {
    List<String> topics =
        admin.listTopics(new ListTopicsOptions().listInternal(true)).names().get().stream()
            .filter(name -> name.startsWith(prefix) || name.equals(OFFSETS))
            .toList();
    List<TopicPartition> partitions = new ArrayList<>();
    admin
        .describeTopics(topics)
        .allTopicNames()
        .get()
        .forEach(
            (name, topic) ->
                topic
                    .partitions()
                    .forEach(each -> partitions.add(new TopicPartition(name, each.partition()))));
    Map<TopicPartition, PartitionProducerState> producers =
        admin.describeProducers(partitions).all().get();
    Map<TopicPartition, ProducerState> open = new HashMap<>();
    producers.forEach(
        (partition, active) ->
            active.activeProducers().stream()
                .filter(each -> each.producerId() == producerId)
                .filter(each -> each.currentTransactionStartOffset().orElse(-1) >= 0)
                .forEach(each -> open.put(partition, each)));
    return open;
  }

  /** The marker of a later transaction ends whatever the producer has open there. */
  @SuppressWarnings("FutureReturnValueIgnored") // commitTransaction fails when any send did.
  private static void commit(Producer<String, byte[]> producer, Set<TopicPartition> partitions) {
    producer.beginTransaction();
    partitions.forEach(each -> producer.send(Messages.marker(each.topic(), each.partition())));
    producer.commitTransaction();
  }

  private void abort(Map<TopicPartition, ProducerState> open)
      throws ExecutionException, InterruptedException {
    for (Map.Entry<TopicPartition, ProducerState> each : open.entrySet()) {
      ProducerState left = each.getValue();
      admin
          .abortTransaction(
              new AbortTransactionSpec(
                  each.getKey(),
                  left.producerId(),
                  (short) left.producerEpoch(),
                  left.coordinatorEpoch().orElse(0)))
          .all()
          .get();
    }
  }

  private static KafkaException failure(ExecutionException e) {
    return e.getCause() instanceof KafkaException cause
        ? cause
        : new KafkaException(
            "transactions that earlier processes left open are not known", e.getCause());
  }
}
