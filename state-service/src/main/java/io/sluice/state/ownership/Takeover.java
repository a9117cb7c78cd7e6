package io.sluice.state.ownership;

import io.sluice.model.message.Envelope;
import io.sluice.model.record.OwnerRecord;
import io.sluice.model.record.RecordKeys;
import io.sluice.state.store.LocalStore;
import io.sluice.state.store.StoredMessages;
import io.sluice.transport.client.CompactedReader;
import io.sluice.transport.message.PartJoiner;
import io.sluice.transport.topic.Topics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;

/**
 * Brings the local store to the committed end of {@code state} and {@code runs}. Called after
 * {@code initTransactions}: from then on no one before us can commit, and the end stands still.
 */
final class Takeover {
  private static final int WRITES_AT_ONCE = 5_000;

  private final Surroundings around;
  private final int partition;

  Takeover(Surroundings around, int partition) {
    this.around = around;
    this.partition = partition;
  }

  LocalStore restore() {
    LocalStore store = open();
    try (CompactedReader reader = new CompactedReader(around.clients())) {
      LocalStore.Positions at = store.positions();
      long state = copy(reader, store, LocalStore.Table.STATE, topic().state(), at.state());
      store.apply(List.of(), new LocalStore.Positions(state, at.runs()));
      long runs = copy(reader, store, LocalStore.Table.RUNS, topic().runs(), at.runs());
      store.apply(List.of(), new LocalStore.Positions(state, runs));
      return store;
    } catch (RuntimeException e) {
      store.close();
      throw e;
    }
  }

  private LocalStore open() {
    try {
      return LocalStore.open(
          around.configuration().data().resolve("partition-" + partition + ".mv"),
          around.topicsIdentity());
    } catch (IOException e) {
      throw new UncheckedIOException("the local store can't be opened: " + e.getMessage(), e);
    }
  }

  private Topics topic() {
    return around.messages().topics();
  }

  private long copy(
      CompactedReader reader, LocalStore store, LocalStore.Table table, String topic, long from) {
    PartJoiner joiner = new PartJoiner();
    List<LocalStore.Write> writes = new ArrayList<>();
    long end =
        reader.read(
            new TopicPartition(topic, partition),
            from,
            record ->
                joiner
                    .offer(record)
                    .ifPresent(
                        whole -> {
                          if (table == LocalStore.Table.RUNS) {
                            refuseLowerEpoch(store, whole);
                          }
                          writes.add(new LocalStore.Write(table, whole.key(), whole.value()));
                          if (writes.size() >= WRITES_AT_ONCE) {
                            store.apply(writes, store.positions());
                            writes.clear();
                          }
                        }));
    store.apply(writes, store.positions());
    return end;
  }

  /** The order of epochs in the topic is the proof that the fence held. */
  private void refuseLowerEpoch(LocalStore store, PartJoiner.Whole whole) {
    byte[] value = whole.value();
    if (!whole.key().equals(RecordKeys.owner(partition)) || value == null) {
      return;
    }
    long epoch = ((OwnerRecord) StoredMessages.payload(value)).epoch();
    long known = owner(store).map(OwnerRecord::epoch).orElse(0L);
    if (epoch < known) {
      throw new Halted(
          "partition "
              + partition
              + ": an owner of epoch "
              + epoch
              + " wrote after one of epoch "
              + known
              + " (offset "
              + whole.offset()
              + "): the fence did not hold. Stop all state services and look at "
              + topic().runs());
    }
    store.apply(
        List.of(new LocalStore.Write(LocalStore.Table.RUNS, whole.key(), value)),
        store.positions());
  }

  Optional<OwnerRecord> owner(LocalStore store) {
    byte[] bytes = store.find(LocalStore.Table.RUNS, RecordKeys.owner(partition));
    return bytes == null
        ? Optional.empty()
        : Optional.of((OwnerRecord) StoredMessages.payload(bytes));
  }

  static byte[] encoded(OwnerRecord owner) {
    return Envelope.encode(owner, owner.at());
  }
}
