package io.sluice.state.ownership;

import io.sluice.model.record.OwnerRecord;
import io.sluice.model.record.RecordKeys;
import io.sluice.state.store.LocalStore;
import io.sluice.transport.message.Parts;
import io.sluice.transport.zookeeper.Lease;
import java.time.Instant;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;

/**
 * Commits batches: all of one or nothing, with the owner's record in it. The store hears of it only
 * when Kafka has said yes; after anything else the owner is {@link Superseded}.
 */
final class Transactions {
  private final Surroundings around;
  private final int partition;
  private final Lease lease;
  private final Producer<String, byte[]> producer;
  private final LocalStore store;
  private final long epoch;

  Transactions(
      Surroundings around,
      int partition,
      Lease lease,
      Producer<String, byte[]> producer,
      LocalStore store,
      long epoch) {
    this.around = around;
    this.partition = partition;
    this.lease = lease;
    this.producer = producer;
    this.store = store;
    this.epoch = epoch;
  }

  /**
   * @param applied the next inbox offset to apply
   */
  void commit(Batch batch, long applied) {
    Batch.Encoded encoded = encoded(batch);
    OwnerRecord owner =
        new OwnerRecord(
            partition,
            epoch,
            lease.czxid(),
            around.configuration().instance(),
            applied,
            Instant.now());
    byte[] ownerBytes = Takeover.encoded(owner);
    String runsTopic = around.messages().topics().runs();
    Sent sent = new Sent(around.messages().topics().state(), runsTopic);
    around.commits().acquireUninterruptibly();
    try {
      producer.beginTransaction();
      encoded.records().forEach(record -> send(record, sent));
      send(
          new ProducerRecord<>(runsTopic, partition, RecordKeys.owner(partition), ownerBytes),
          sent);
      producer.commitTransaction();
    } catch (KafkaException e) {
      throw new Superseded("the transaction failed: " + e.getMessage(), e);
    } finally {
      around.commits().release();
    }
    encoded
        .writes()
        .add(new LocalStore.Write(LocalStore.Table.RUNS, RecordKeys.owner(partition), ownerBytes));
    store.apply(encoded.writes(), sent.after(store.positions()));
  }

  private static Batch.Encoded encoded(Batch batch) {
    try {
      return batch.encode();
    } catch (Parts.TooLarge e) {
      throw new Superseded("a record is too large to travel: " + e.getMessage(), e);
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // commitTransaction fails when any send did.
  private void send(ProducerRecord<String, byte[]> record, Sent sent) {
    producer.send(
        record,
        (metadata, failure) -> {
          if (failure == null) {
            sent.reached(metadata.topic(), metadata.offset() + 1);
          }
        });
  }

  /** Where the compacted topics stand after a transaction. */
  private static final class Sent {
    private final String stateTopic;
    private final String runsTopic;
    private long state;
    private long runs;

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

    synchronized LocalStore.Positions after(LocalStore.Positions before) {
      return new LocalStore.Positions(
          Math.max(before.state(), state), Math.max(before.runs(), runs));
    }
  }
}
