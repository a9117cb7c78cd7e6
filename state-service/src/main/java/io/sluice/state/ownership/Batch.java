package io.sluice.state.ownership;

import io.sluice.machine.Change;
import io.sluice.machine.Command;
import io.sluice.machine.Transition;
import io.sluice.model.message.Envelope;
import io.sluice.state.store.LocalStore;
import io.sluice.transport.message.Messages;
import io.sluice.transport.message.Parts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * What one transaction will hold: the last value of each key of the compacted topics, and
 * everything else in the order it was decided. Each value is encoded once.
 */
final class Batch {
  private final Messages messages;
  private final Pools pools;
  private final LocalStore store;
  private final Map<String, Latest> state = new LinkedHashMap<>();
  private final Map<String, Latest> runs = new LinkedHashMap<>();
  private final List<ProducerRecord<String, byte[]>> others = new ArrayList<>();

  /** The same bytes go to state, to its log and to the store. */
  private record Written(String workspace, byte @Nullable [] value) {}

  /** A value that a later one of the same transaction may take the place of. */
  private record Latest(
      String workspace, @Nullable Object value, Instant at, @Nullable Written written) {
    byte @Nullable [] encoded() {
      if (written != null) {
        return written.value();
      }
      return value == null ? null : Envelope.encode(value, at);
    }
  }

  Batch(Messages messages, Pools pools, LocalStore store) {
    this.messages = messages;
    this.pools = pools;
    this.store = store;
  }

  boolean isEmpty() {
    return state.isEmpty() && runs.isEmpty() && others.isEmpty();
  }

  /**
   * Throws when something can't travel: the batch and the state it came from are useless then.
   *
   * @param run whose input it was; the log keeps it, since a tombstone can't say who wrote it
   */
  void add(String workspace, Transition transition, Instant at, @Nullable String run) {
    for (Change change : transition.changes()) {
      String key = change.key(workspace);
      Object value = change.value();
      switch (change.topic()) {
        case STATE -> {
          Written written =
              new Written(workspace, value == null ? null : Envelope.encode(value, at));
          state.put(key, new Latest(workspace, value, at, written));
          others.add(logged(key, written, run));
        }
        case RUNS -> runs.put(key, new Latest(workspace, value, at, null));
      }
    }
    for (Command command : transition.commands()) {
      others.addAll(records(command, at));
    }
  }

  void add(ProducerRecord<String, byte[]> letter) {
    others.add(letter);
  }

  private ProducerRecord<String, byte[]> logged(String key, Written written, @Nullable String run) {
    return messages.keyed(
        messages.topics().stateLog(), written.workspace(), key, run, written.value());
  }

  private List<ProducerRecord<String, byte[]>> records(Command command, Instant at) {
    return switch (command) {
      case Command.SendTask send -> {
        List<ProducerRecord<String, byte[]>> task = messages.task(send.pool(), send.task(), at);
        pools.ensure(send.pool());
        yield task;
      }
      case Command.RequestPlan request -> messages.planRequest(request.request(), at);
      case Command.Emit emit -> List.of(messages.event(emit.event()));
      case Command.SetControl set -> List.of(messages.control(set.control(), at));
      case Command.ClearControl clear -> List.of(messages.controlEnded(clear.run()));
    };
  }

  /** The records of the transaction, and what the store takes once it is committed. */
  record Encoded(List<ProducerRecord<String, byte[]>> records, List<LocalStore.Write> writes) {}

  Encoded encode() {
    List<ProducerRecord<String, byte[]>> records =
        new ArrayList<>(state.size() + runs.size() + others.size());
    List<LocalStore.Write> writes = new ArrayList<>(state.size() + runs.size());
    encode(LocalStore.Table.STATE, messages.topics().state(), state, records, writes);
    encode(LocalStore.Table.RUNS, messages.topics().runs(), runs, records, writes);
    for (ProducerRecord<String, byte[]> other : others) {
      records.addAll(
          other.topic().equals(messages.topics().stateLog()) ? Parts.split(other) : List.of(other));
    }
    return new Encoded(records, writes);
  }

  private void encode(
      LocalStore.Table table,
      String topic,
      Map<String, Latest> values,
      List<ProducerRecord<String, byte[]>> records,
      List<LocalStore.Write> writes) {
    for (Map.Entry<String, Latest> entry : values.entrySet()) {
      Latest latest = entry.getValue();
      byte[] value = latest.encoded();
      writes.add(new LocalStore.Write(table, entry.getKey(), value));
      ProducerRecord<String, byte[]> record =
          messages.keyed(topic, latest.workspace(), entry.getKey(), null, value);
      records.addAll(Parts.split(record));
      forgetParts(table, record, value, records);
    }
  }

  /** Parts of a larger value before this one would come back to life on a restore. */
  private void forgetParts(
      LocalStore.Table table,
      ProducerRecord<String, byte[]> record,
      byte @Nullable [] value,
      List<ProducerRecord<String, byte[]>> records) {
    int old = parts(store.largeBytes(table, record.key()));
    int now = value == null ? 0 : parts(value.length);
    for (int i = now; i < old; i++) {
      records.add(
          new ProducerRecord<>(
              record.topic(), record.partition(), Parts.key(record.key(), i), null));
    }
  }

  private static int parts(int bytes) {
    return bytes <= Parts.MAX_BYTES ? 0 : (bytes + Parts.MAX_BYTES - 1) / Parts.MAX_BYTES;
  }
}
