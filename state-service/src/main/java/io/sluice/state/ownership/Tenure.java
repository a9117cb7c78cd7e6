package io.sluice.state.ownership;

import io.sluice.machine.Input;
import io.sluice.machine.Moment;
import io.sluice.machine.Transition;
import io.sluice.model.message.InboxMessage;
import io.sluice.model.record.OwnerRecord;
import io.sluice.model.record.RecordKeys;
import io.sluice.state.store.LocalStore;
import io.sluice.state.store.StoredMessages;
import io.sluice.transport.message.Messages;
import io.sluice.transport.message.PartJoiner;
import io.sluice.transport.message.Parts;
import io.sluice.transport.zookeeper.Lease;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One owner's time with one partition, from takeover to whatever ends it.
 *
 * <pre>
 * poll -> decode -> machine -> [begin, records, owner record, commit] -> store
 *                      |                       \-- fails: Superseded, all of this is thrown away
 *                      \-- throws: the run is quarantined, the letter is parked
 * </pre>
 */
final class Tenure implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Tenure.class);
  private static final Duration LONGEST_POLL = Duration.ofMillis(250);
  private static final Duration PARTS_PATIENCE = Duration.ofMinutes(2);

  private final Surroundings around;
  private final int partition;
  private final Lease lease;
  private final Producer<String, byte[]> producer;
  private final Consumer<String, byte[]> consumer;
  private final LocalStore store;
  private final Workspaces workspaces;
  private final long epoch;
  private final Map<Long, String> poisoned;
  private final PartJoiner joiner = new PartJoiner();
  private Batch batch;
  private long applied;
  private long consumed;
  private long incompleteSince;
  private long committed;
  private long judgedAt = System.nanoTime();

  /**
   * @param poisoned offsets whose outcome could not travel, with the cause: their runs are
   *     quarantined
   */
  Tenure(
      Surroundings around,
      int partition,
      Lease lease,
      Producer<String, byte[]> producer,
      LocalStore store,
      long epoch,
      long applied,
      Map<Long, String> poisoned) {
    this.around = around;
    this.partition = partition;
    this.lease = lease;
    this.producer = producer;
    this.store = store;
    this.epoch = epoch;
    this.applied = applied;
    this.consumed = applied;
    this.committed = applied;
    this.poisoned = poisoned;
    this.workspaces = new Workspaces(store);
    this.batch = new Batch(around.messages(), store);
    this.consumer = around.clients().reader();
  }

  /** The first transaction tells everyone who owns the partition now; nothing is read before it. */
  void begin() {
    commit();
    workspaces.loadActive();
    TopicPartition inbox = new TopicPartition(around.messages().topics().inbox(), partition);
    consumer.assign(List.of(inbox));
    consumer.seek(inbox, applied);
    lease.announce(epoch);
    LOG.info("owns partition {} with epoch {} from inbox offset {}", partition, epoch, applied);
  }

  void step() {
    if (lease.lost()) {
      throw new Superseded("the lease of partition " + partition + " is lost");
    }
    for (ConsumerRecord<String, byte[]> record : consumer.poll(patience())) {
      take(record);
    }
    Instant now = Instant.now();
    due(now);
    judgeWorkers(now);
    if (!batch.isEmpty() || applied > committed) {
      commit();
    }
    store.checkpointWhenDue();
  }

  void wakeUp() {
    consumer.wakeup();
  }

  LocalStore store() {
    return store;
  }

  private Duration patience() {
    Instant due = workspaces.nextDue().orElse(null);
    if (due == null) {
      return LONGEST_POLL;
    }
    Duration left = Duration.between(Instant.now(), due);
    return left.isNegative()
        ? Duration.ZERO
        : left.compareTo(LONGEST_POLL) < 0 ? left : LONGEST_POLL;
  }

  private void take(ConsumerRecord<String, byte[]> record) {
    consumed = record.offset() + 1;
    Optional<PartJoiner.Whole> whole = joiner.offer(record);
    whole.ifPresent(value -> decide(record, value));
    if (joiner.incomplete() == 0) {
      applied = consumed;
      incompleteSince = 0;
    } else if (incompleteSince == 0) {
      incompleteSince = System.nanoTime();
    } else if (System.nanoTime() - incompleteSince > PARTS_PATIENCE.toNanos()) {
      applied = consumed;
    }
  }

  private void decide(ConsumerRecord<String, byte[]> record, PartJoiner.Whole whole) {
    switch (Messages.decode(whole.value())) {
      case Messages.Understood(var envelope)
          when envelope.payload() instanceof InboxMessage message ->
          decide(record, message);
      case Messages.Understood(var envelope) ->
          park(record, "a " + envelope.type().wireName() + " does not belong into the inbox");
      case Messages.Malformed malformed -> park(record, malformed.cause());
      case Messages.Newer newer ->
          throw new Halted(
              "partition "
                  + partition
                  + " stands at inbox offset "
                  + record.offset()
                  + ": "
                  + newer.cause());
    }
  }

  private void decide(ConsumerRecord<String, byte[]> record, InboxMessage message) {
    String workspace = Messages.workspace(record);
    if (workspace == null
        || workspace.isBlank()
        || workspace.startsWith("!")
        || workspace.indexOf('/') >= 0
        || around.messages().partition(workspace) != partition) {
      park(record, "the header sluice-workspace is missing or does not belong to this partition");
      return;
    }
    Instant now = Instant.now();
    Moment moment = new Moment(now, record.offset(), epoch, ThreadLocalRandom.current().nextLong());
    String poison = poisoned.get(record.offset());
    Workspaces.Held held = workspaces.of(workspace);
    try {
      if (poison == null) {
        add(held, new Input.Received(message, moment), record.offset());
        return;
      }
    } catch (IllegalStateException | IllegalArgumentException | NullPointerException e) {
      LOG.error("deciding on inbox offset {} of run {} failed", record.offset(), message.run(), e);
      poison = e.getClass().getSimpleName() + ": " + e.getMessage();
    }
    park(record, poison);
    add(held, new Input.Quarantined(message.run(), poison, moment), record.offset());
  }

  private void park(ConsumerRecord<String, byte[]> record, String cause) {
    LOG.warn("inbox offset {} is parked: {}", record.offset(), cause);
    batch.add(around.deadLetters().letter(record, cause, Instant.now()));
  }

  private void add(Workspaces.Held held, Input input, long offset) {
    Transition transition = around.machine().advance(held.state(), input);
    if (transition.isEmpty()) {
      return;
    }
    try {
      batch.add(held.state().workspace(), transition, input.moment().now());
    } catch (Parts.TooLarge e) {
      poisoned.put(offset, String.valueOf(e.getMessage()));
      throw new Superseded("a decision is too large to travel: " + e.getMessage(), e);
    }
  }

  private void due(Instant now) {
    for (Workspaces.Held held : workspaces.held()) {
      Instant due = held.state().nextDue().orElse(null);
      if (due != null && !due.isAfter(now)) {
        add(held, new Input.Due(moment(now)), -1);
      }
    }
  }

  private void judgeWorkers(Instant now) {
    long every = around.configuration().judgeWorkersEvery().toNanos();
    if (System.nanoTime() - judgedAt < every) {
      return;
    }
    judgedAt = System.nanoTime();
    Set<String> holders = new HashSet<>();
    workspaces.held().forEach(held -> holders.addAll(held.state().leaseHolders()));
    if (holders.isEmpty()) {
      return;
    }
    Set<String> living = around.workers().incarnations().orElse(null);
    if (living == null) {
      return;
    }
    holders.removeAll(living);
    for (Workspaces.Held held : workspaces.held()) {
      for (String holder : List.copyOf(held.state().leaseHolders())) {
        if (holders.contains(holder)) {
          LOG.info(
              "worker {} is gone: its leases in {} are lost", holder, held.state().workspace());
          add(held, new Input.WorkerLost(holder, moment(now)), -1);
        }
      }
    }
  }

  private Moment moment(Instant now) {
    return new Moment(now, applied - 1, epoch, ThreadLocalRandom.current().nextLong());
  }

  /** All or nothing; the store hears of it only when Kafka has said yes. */
  private void commit() {
    Batch.Encoded encoded;
    try {
      encoded = batch.encode();
    } catch (Parts.TooLarge e) {
      throw new Superseded("a record is too large to travel: " + e.getMessage(), e);
    }
    OwnerRecord owner =
        new OwnerRecord(
            partition,
            epoch,
            lease.czxid(),
            around.configuration().instance(),
            applied,
            Instant.now());
    byte[] ownerBytes = Takeover.encoded(owner);
    Sent sent = new Sent(around.messages().topics().state(), around.messages().topics().runs());
    try {
      producer.beginTransaction();
      encoded.records().forEach(record -> send(record, sent));
      send(
          new ProducerRecord<>(
              around.messages().topics().runs(),
              partition,
              RecordKeys.owner(partition),
              ownerBytes),
          sent);
      producer.commitTransaction();
    } catch (KafkaException e) {
      throw new Superseded("the transaction failed: " + e.getMessage(), e);
    }
    encoded
        .writes()
        .add(new LocalStore.Write(LocalStore.Table.RUNS, RecordKeys.owner(partition), ownerBytes));
    store.apply(encoded.writes(), sent.after(store.positions()));
    workspaces.committed();
    batch = new Batch(around.messages(), store);
    committed = applied;
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

  @Override
  public void close() {
    consumer.close();
  }

  /** The last applied inbox offset: the version of every workspace here. */
  static long version(LocalStore store, int partition) {
    byte @Nullable [] bytes = store.find(LocalStore.Table.RUNS, RecordKeys.owner(partition));
    return bytes == null ? -1 : ((OwnerRecord) StoredMessages.payload(bytes)).applied() - 1;
  }
}
