package io.sluice.state.ownership;

import io.sluice.model.message.Envelope;
import io.sluice.model.record.OwnerRecord;
import io.sluice.model.record.RecordKeys;
import io.sluice.state.intake.Halted;
import io.sluice.state.store.LocalStore;
import io.sluice.state.store.StoredMessages;
import io.sluice.transport.TransportFailure;
import io.sluice.transport.client.CompactedReader;
import io.sluice.transport.message.PartJoiner;
import io.sluice.transport.topic.Topics;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the local store to the committed end of {@code state} and {@code runs}. Called after
 * {@code initTransactions}: from then on no earlier owner can commit, and the end no longer moves.
 */
final class Takeover {
  private static final Logger LOG = LoggerFactory.getLogger(Takeover.class);
  private static final int WRITES_AT_ONCE = 5_000;

  private final PartitionContext around;
  private final int partition;
  private long highestEpoch;

  Takeover(PartitionContext around, int partition) {
    this.around = around;
    this.partition = partition;
  }

  LocalStore restore() {
    LocalStore store = open();
    try (CompactedReader reader = new CompactedReader(around.clients())) {
      LocalStore.Positions at = store.positions();
      if (at.state() > end(reader, topic().state()) || at.runs() > end(reader, topic().runs())) {
        LOG.warn(
            "the local store of partition {} is ahead of its topics: reading it anew", partition);
        store.clear();
      }
      highestEpoch = owner(store).map(OwnerRecord::epoch).orElse(0L);
      Instant began = Instant.now();
      copy(reader, store, LocalStore.Table.STATE, topic().state());
      copy(reader, store, LocalStore.Table.RUNS, topic().runs());
      store.completeAt(began);
      return store;
    } catch (RuntimeException e) {
      store.close();
      throw e;
    }
  }

  private long end(CompactedReader reader, String topic) {
    return reader.range(new TopicPartition(topic, partition)).end();
  }

  private LocalStore open() {
    try {
      return LocalStore.open(
          around.configuration().data().resolve("partition-" + partition + ".mv"),
          around.topicsIdentity());
    } catch (IOException e) {
      throw new TransportFailure(
          TransportFailure.Code.MISCONFIGURED,
          "the local store cannot be opened: " + e.getMessage(),
          e);
    }
  }

  private Topics topic() {
    return around.messages().topics();
  }

  /** The positions move with what is written: what a crash leaves behind is whole. */
  private void copy(
      CompactedReader reader, LocalStore store, LocalStore.Table table, String topic) {
    PartJoiner joiner = PartJoiner.ofKeys();
    List<LocalStore.Write> writes = new ArrayList<>();
    LocalStore.Positions at = store.positions();
    long from =
        switch (table) {
          case STATE -> at.state();
          case RUNS -> at.runs();
        };
    long end =
        reader.read(
            new TopicPartition(topic, partition),
            from,
            record -> {
              PartJoiner.Whole whole = joiner.offer(record).orElse(null);
              if (whole == null) {
                return;
              }
              if (table == LocalStore.Table.RUNS) {
                refuseLowerEpoch(whole);
              }
              writes.add(new LocalStore.Write(table, whole.key(), whole.value()));
              if (writes.size() >= WRITES_AT_ONCE && joiner.incomplete() == 0) {
                store.apply(writes, moved(store, table, record.offset() + 1));
                writes.clear();
              }
            });
    store.apply(writes, moved(store, table, end));
  }

  private static LocalStore.Positions moved(LocalStore store, LocalStore.Table table, long next) {
    return switch (table) {
      case STATE -> new LocalStore.Positions(next, store.positions().runs());
      case RUNS -> new LocalStore.Positions(store.positions().state(), next);
    };
  }

  /** The order of epochs in the topic is the proof that the fence held. */
  private void refuseLowerEpoch(PartJoiner.Whole whole) {
    byte[] value = whole.value();
    if (!whole.key().equals(RecordKeys.owner(partition)) || value == null) {
      return;
    }
    long epoch = ((OwnerRecord) StoredMessages.payload(value)).epoch();
    if (epoch < highestEpoch) {
      throw new Halted(
          "partition "
              + partition
              + ": an owner of epoch "
              + epoch
              + " wrote after one of epoch "
              + highestEpoch
              + " (offset "
              + whole.offset()
              + "): the fence did not hold. Stop all state services and look at "
              + topic().runs());
    }
    highestEpoch = epoch;
  }

  Optional<OwnerRecord> owner(LocalStore store) {
    return owner(store, RecordKeys.owner(partition));
  }

  /** How far the orders are applied; empty where an older build owned the partition last. */
  Optional<OwnerRecord> orders(LocalStore store) {
    return owner(store, RecordKeys.orders(partition));
  }

  private static Optional<OwnerRecord> owner(LocalStore store, String key) {
    byte[] bytes = store.find(LocalStore.Table.RUNS, key);
    return bytes == null
        ? Optional.empty()
        : Optional.of((OwnerRecord) StoredMessages.payload(bytes));
  }

  static byte[] encoded(OwnerRecord owner) {
    return Envelope.encode(owner, owner.at());
  }
}
