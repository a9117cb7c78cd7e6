package io.sluice.state.ownership;

import io.sluice.model.record.OwnerRecord;
import io.sluice.model.record.RecordKeys;
import io.sluice.service.measure.Figure;
import io.sluice.state.intake.Superseded;
import io.sluice.state.store.LocalStore;
import io.sluice.transport.transaction.DanglingTransactions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.jspecify.annotations.Nullable;

/**
 * Commits batches: all of one or nothing, with the owner's records in it. The store gets a batch
 * only when Kafka has confirmed it; after any other outcome the owner is {@link Superseded}.
 */
final class Transactions {
  private static final Duration LOOKED = Duration.ofSeconds(10);

  private final PartitionContext around;
  private final int partition;
  private final Producer<String, byte[]> producer;
  private final LocalStore store;
  private final long takenOver = System.nanoTime();

  Transactions(
      PartitionContext around, int partition, Producer<String, byte[]> producer, LocalStore store) {
    this.around = around;
    this.partition = partition;
    this.producer = producer;
    this.store = store;
  }

  /** A batch that Kafka will never take, however often it is sent. */
  static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Refused(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /**
   * @param inbox the owner's record, with where the inbox is applied
   * @param orders the same for the orders
   */
  void commit(Batch batch, OwnerRecord inbox, OwnerRecord orders) {
    Instant began = Instant.now();
    Batch.Encoded encoded = batch.encode();
    String runsTopic = around.messages().topics().runs();
    List<LocalStore.Write> owners =
        List.of(
            write(RecordKeys.owner(partition), inbox), write(RecordKeys.orders(partition), orders));
    Sent sent = new Sent(around.messages().topics().state(), runsTopic);
    long asked = System.nanoTime();
    around.commits().acquireUninterruptibly();
    long sentAt = System.nanoTime();
    try {
      producer.beginTransaction();
      encoded.records().forEach(record -> send(record, sent));
      owners.forEach(
          owner ->
              send(new ProducerRecord<>(runsTopic, partition, owner.key(), owner.value()), sent));
      producer.commitTransaction();
    } catch (KafkaException e) {
      if (isRefused(e) || isRefused(sent.failure())) {
        throw new Refused("Kafka refuses a record: " + e.getMessage(), e);
      }
      throw new Superseded("the transaction failed: " + e.getMessage(), e);
    } finally {
      around.commits().release();
    }
    around.measures().since(Figure.COMMIT_TIME, asked);
    batch.happenings().count(around.measures());
    // Not again and again where every transaction is slow: who has just taken over has looked.
    boolean mayBeLeft =
        DanglingTransactions.mayBeLeft(sentAt) && sentAt - takenOver > LOOKED.toNanos();
    encoded.writes().addAll(owners);
    store.apply(encoded.writes(), sent.after(store.positions()));
    // Only this owner could write since it took over, and this is proof that it still could.
    store.completeAt(began);
    if (mayBeLeft) {
      throw new Superseded("the broker was away while a transaction was committed");
    }
  }

  private static LocalStore.Write write(String key, OwnerRecord record) {
    return new LocalStore.Write(LocalStore.Table.RUNS, key, Takeover.encoded(record));
  }

  private static boolean isRefused(@Nullable Throwable failure) {
    for (Throwable each = failure; each != null; each = each.getCause()) {
      if (each instanceof RecordTooLargeException
          || each instanceof RecordBatchTooLargeException
          || each instanceof InvalidRecordException) {
        return true;
      }
    }
    return false;
  }

  @SuppressWarnings("FutureReturnValueIgnored") // commitTransaction fails when any send did.
  private void send(ProducerRecord<String, byte[]> record, Sent sent) {
    producer.send(
        record,
        (metadata, failure) -> {
          if (failure == null) {
            sent.reached(metadata.topic(), metadata.offset() + 1);
          } else {
            sent.failed(failure);
          }
        });
  }

  /** The positions of the compacted topics after a transaction. */
  private static final class Sent {
    private final String stateTopic;
    private final String runsTopic;
    private long state;
    private long runs;
    private @Nullable Exception failure;

    Sent(String stateTopic, String runsTopic) {
      this.stateTopic = stateTopic;
      this.runsTopic = runsTopic;
    }

    synchronized void reached(String topic, long next) {
      if (topic.equals(stateTopic)) {
        state = Math.max(state, next);
      } else if (topic.equals(runsTopic)) {
        runs = Math.max(runs, next);
      }
    }

    synchronized void failed(Exception e) {
      if (failure == null) {
        failure = e;
      }
    }

    synchronized @Nullable Exception failure() {
      return failure;
    }

    synchronized LocalStore.Positions after(LocalStore.Positions before) {
      return new LocalStore.Positions(
          Math.max(before.state(), state), Math.max(before.runs(), runs));
    }
  }
}
