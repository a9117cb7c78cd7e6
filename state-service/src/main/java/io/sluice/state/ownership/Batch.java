package io.sluice.state.ownership;

import io.sluice.machine.stored.Change;
import io.sluice.machine.transition.Command;
import io.sluice.machine.transition.Transition;
import io.sluice.model.message.Envelope;
import io.sluice.model.message.InboxMessage;
import io.sluice.model.message.Task;
import io.sluice.state.figure.Happenings;
import io.sluice.state.intake.Origin;
import io.sluice.state.pool.NeverSent;
import io.sluice.state.pool.Pools;
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
 * everything else in the order it was decided. Each value is encoded once, and each record is
 * measured before there is a transaction: what doesn't fit names the input that it came from.
 */
final class Batch {
  private static final long MOST_BYTES = 8L * 1024 * 1024;
  private static final int MOST_RECORDS = 10_000;

  /** What a record of a node or a run takes, about; those that may be large are encoded at once. */
  private static final int USUAL_BYTES = 1_024;

  private final Messages messages;
  private final Pools pools;
  private final LocalStore store;
  private final Map<String, Latest> state = new LinkedHashMap<>();
  private final Map<String, Latest> runs = new LinkedHashMap<>();
  private final List<ProducerRecord<String, byte[]>> others = new ArrayList<>();
  private final List<NeverSent.Attempt> unsent = new ArrayList<>();
  private final Happenings happenings = new Happenings();
  private long bytes;

  /** The same bytes go to state, to its log and to the store. */
  private record Written(String workspace, byte @Nullable [] value) {}

  /** A value that a later one of the same transaction may take the place of. */
  private record Latest(
      String workspace,
      @Nullable Object value,
      Instant at,
      @Nullable Written written,
      Origin origin) {
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

  /** Large enough for one transaction: what is decided next belongs into another. */
  boolean full() {
    return bytes >= MOST_BYTES || state.size() + runs.size() + others.size() >= MOST_RECORDS;
  }

  /** What it tells of runs and nodes. */
  Happenings happenings() {
    return happenings;
  }

  /** Attempts in pools that have no topic: there is nothing to send them to. */
  List<NeverSent.Attempt> unsent() {
    return unsent;
  }

  /**
   * Throws {@link Misfit} when something can't travel: the batch and the state it came from are
   * useless then.
   *
   * @param run whose input it was; the log keeps it, since a tombstone can't say who wrote it
   */
  void add(
      String workspace, Transition transition, Instant at, @Nullable String run, Origin origin) {
    happenings.note(transition, at);
    try {
      for (Change change : transition.changes()) {
        add(workspace, change, at, run, origin);
      }
      for (Command command : transition.commands()) {
        for (ProducerRecord<String, byte[]> record : records(workspace, command, at)) {
          add(record);
        }
      }
    } catch (Parts.TooLarge e) {
      throw new Misfit(origin, e);
    }
  }

  private void add(
      String workspace, Change change, Instant at, @Nullable String run, Origin origin) {
    String key = change.key(workspace);
    Object value = change.value();
    switch (change.topic()) {
      case STATE -> {
        Written written = written(workspace, value, at);
        // Its entry in the log is never smaller, and is measured.
        state.put(key, new Latest(workspace, value, at, written, origin));
        logged(key, written, run).forEach(this::add);
      }
      case RUNS -> {
        boolean large = value instanceof InboxMessage;
        Written written = large ? written(workspace, value, at) : null;
        if (written == null) {
          bytes += USUAL_BYTES;
        } else {
          requireFit(messages.topics().runs(), workspace, key, written.value());
        }
        runs.put(key, new Latest(workspace, value, at, written, origin));
      }
    }
  }

  private Written written(String workspace, @Nullable Object value, Instant at) {
    byte[] encoded = value == null ? null : Envelope.encode(value, at);
    bytes += encoded == null ? USUAL_BYTES : encoded.length;
    return new Written(workspace, encoded);
  }

  private void requireFit(String topic, String workspace, String key, byte @Nullable [] value) {
    for (ProducerRecord<String, byte[]> record :
        Parts.split(messages.keyed(topic, workspace, key, null, value))) {
      messages.requireFit(record);
    }
  }

  /** A letter, or whatever else stands for itself. */
  void add(ProducerRecord<String, byte[]> record) {
    bytes += messages.requireFit(record);
    others.add(record);
  }

  private List<ProducerRecord<String, byte[]>> logged(
      String key, Written written, @Nullable String run) {
    return Parts.split(
        messages.keyed(
            messages.topics().stateLog(), written.workspace(), key, run, written.value()));
  }

  private List<ProducerRecord<String, byte[]>> records(
      String workspace, Command command, Instant at) {
    return switch (command) {
      case Command.SendTask send -> task(send.pool(), send.task(), at);
      case Command.RequestPlan request -> messages.planRequest(request.request(), at);
      case Command.Emit emit -> List.of(messages.event(emit.event()));
      case Command.SetControl set -> List.of(messages.control(set.control(), at));
      case Command.ClearControl clear -> List.of(messages.controlEnded(workspace, clear.run()));
    };
  }

  private List<ProducerRecord<String, byte[]>> task(String pool, Task task, Instant at) {
    NeverSent.Attempt attempt =
        new NeverSent.Attempt(task.workspace(), task.run(), task.node(), task.attempt(), pool);
    if (pools.refusal(pool).isPresent()) {
      unsent.add(attempt);
      return List.of();
    }
    List<ProducerRecord<String, byte[]>> records = messages.task(pool, task, at);
    if (pools.ready(pool)) {
      return records;
    }
    records.forEach(messages::requireFit);
    unsent.add(attempt);
    return List.of();
  }

  /** The records of the transaction, and what the store takes once it is committed. */
  record Encoded(List<ProducerRecord<String, byte[]>> records, List<LocalStore.Write> writes) {}

  Encoded encode() {
    List<ProducerRecord<String, byte[]>> records =
        new ArrayList<>(state.size() + runs.size() + others.size());
    List<LocalStore.Write> writes = new ArrayList<>(state.size() + runs.size());
    encode(LocalStore.Table.STATE, messages.topics().state(), state, records, writes);
    encode(LocalStore.Table.RUNS, messages.topics().runs(), runs, records, writes);
    records.addAll(others);
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
      try {
        for (ProducerRecord<String, byte[]> each : Parts.split(record)) {
          messages.requireFit(each);
          records.add(each);
        }
      } catch (Parts.TooLarge e) {
        throw new Misfit(latest.origin(), e);
      }
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
