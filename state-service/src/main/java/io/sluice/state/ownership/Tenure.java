package io.sluice.state.ownership;

import io.sluice.state.figure.UnclaimedAges;
import io.sluice.state.intake.Intake;
import io.sluice.state.intake.Origin;
import io.sluice.state.intake.Poison;
import io.sluice.state.intake.Progress;
import io.sluice.state.intake.Source;
import io.sluice.state.intake.Streams;
import io.sluice.state.intake.Superseded;
import io.sluice.state.query.Standing;
import io.sluice.state.store.LocalStore;
import io.sluice.state.store.Workspaces;
import io.sluice.transport.message.PartJoiner;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One owner's time with one partition, from takeover to whatever ends it.
 *
 * <pre>
 * poll -> orders, then inbox -> machine -> [begin, records, owner records, commit] -> store
 *                                 |                       \-- fails: Superseded, begin afresh
 *                                 \-- throws: the letter is parked, the run is quarantined
 * </pre>
 */
final class Tenure implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Tenure.class);
  private static final Duration LONGEST_POLL = Duration.ofMillis(250);

  private static final long STANDING_NANOS = 2_000_000_000L;

  private final PartitionContext around;
  private final int partition;
  private final Hold lease;
  private final Streams streams;
  private final LocalStore store;
  private final Transactions transactions;
  private final Workspaces workspaces;
  private final Retention retention;
  private final Progress progress;
  private final Poison poison;
  private final Outbox outbox;
  private final Decisions decisions;
  private final OwnInputs own;
  private final Observations observations;
  private final SkipOrders skips;
  private final UnclaimedAges ages = new UnclaimedAges();
  private Batch batch;
  private volatile Standing standing = Standing.NONE;
  private long stoodAt = System.nanoTime() - STANDING_NANOS;
  private int decided;
  private int singly;
  private Origin.@Nullable Read single;

  Tenure(
      PartitionContext around,
      int partition,
      Hold lease,
      Producer<String, byte[]> producer,
      Consumer<String, byte[]> consumer,
      LocalStore store,
      Progress progress,
      Poison poison) {
    this.around = around;
    this.partition = partition;
    this.lease = lease;
    this.store = store;
    this.progress = progress;
    this.poison = poison;
    this.transactions = new Transactions(around, partition, producer, store);
    this.workspaces = new Workspaces(store);
    this.batch = new Batch(around.messages(), around.pools(), store);
    this.outbox = new Outbox(around, progress, poison, batch);
    this.decisions = new Decisions(around, partition, progress, workspaces, poison, outbox);
    this.own = new OwnInputs(workspaces, poison, outbox);
    this.retention = new Retention(around, partition, around.configuration().retentionEvery());
    this.streams = new Streams(consumer, around.messages().topics(), partition, progress);
    this.observations = new Observations(around, partition, progress, workspaces, own, streams);
    this.skips = new SkipOrders(around, partition, progress, streams, outbox);
    this.singly = progress.troubled() ? around.configuration().batch() : 0;
  }

  /** The first transaction says who owns the partition now; nothing is read before it. */
  void begin() {
    Predecessors.passOverWhatEndedThem(around, partition, progress, poison, batch);
    commit();
    workspaces.loadActive();
    observations.begin();
    streams.begin();
    lease.announce(progress.epoch());
    LOG.info(
        "owns partition {} with epoch {} from inbox offset {}",
        partition,
        progress.epoch(),
        progress.applied(Source.INBOX));
    if (singly > 0) {
      LOG.warn(
          "earlier owners of partition {} ended without progress: applying inputs one by one",
          partition);
    }
  }

  void step() {
    if (lease.lost()) {
      throw new Superseded("the lease of partition " + partition + " is lost");
    }
    streams.retryHalted();
    if (singly > 0) {
      takeSingly();
    } else {
      take(streams.poll(patience()));
    }
    skips.carryOut();
    Instant now = Instant.now();
    abandoned();
    progress.early().overdue(now).forEach(decisions::applyEarly);
    observations.tell(now, this::commitIfFull);
    own.tellTheTroubled();
    commitIfNeeded();
    // What is not committed yet is not written yet: it can't have been passed in silence.
    observations.askTheSilent();
    commitIfNeeded();
    stand();
    store.checkpointWhenDue();
    retention.look(progress.needed(Source.INBOX), progress.needed(Source.ORDERS));
  }

  /**
   * Each input in a transaction of its own, and named in one before; for as many as one transaction
   * would have held, or until there are no more.
   */
  private void takeSingly() {
    boolean idle = true;
    for (Source source : Source.values()) {
      if (streams.atEnd(source)) {
        continue;
      }
      idle = false;
      trying(new Origin.Read(source, streams.position(source)));
      for (ConsumerRecord<String, byte[]> record : streams.pollOnly(source, LONGEST_POLL)) {
        Origin.Read read = new Origin.Read(source, record.offset());
        if (record.offset() >= progress.applied(source)) {
          trying(read);
        }
        single = read;
        take(source, record);
        commitIfNeeded();
        single = null;
        singly--;
      }
    }
    if (idle && progress.cameThrough()) {
      commit();
    }
    if (idle || singly < 0) {
      singly = 0;
    }
  }

  private void trying(Origin.Read next) {
    if (progress.trying(next)) {
      commit();
    }
  }

  /** The end of an owner that was asked to stop: not a failure. */
  void stop() {
    if (progress.stopped()) {
      commit();
    }
  }

  /** How it keeps up; safe to ask from another thread. */
  Standing standing() {
    return standing;
  }

  private void stand() {
    if (System.nanoTime() - stoodAt < STANDING_NANOS) {
      return;
    }
    stoodAt = System.nanoTime();
    standing =
        new Standing(
            streams.behind(Source.INBOX),
            streams.behind(Source.ORDERS),
            observations.unclaimed(),
            workspaces.phases(),
            0,
            0,
            new Standing.Waits(
                workspaces.oldest(),
                ages.at(Instant.now(), workspaces),
                workspaces.needingAttention(),
                workspaces.doubts(),
                new TreeMap<>(Map.of(partition, progress.applied(Source.INBOX)))));
  }

  void wakeUp() {
    streams.wakeUp();
  }

  LocalStore store() {
    return store;
  }

  /** The offset at which the inbox is halted until it can be read or is skipped. */
  Optional<Long> haltedAt() {
    return Optional.ofNullable(progress.halted()).map(Progress.Halt::offset);
  }

  /** Why the inbox is halted, while everything else continues. */
  Optional<String> trouble() {
    Progress.Halt halt = progress.halted();
    return halt == null
        ? Optional.empty()
        : Optional.of(
            "partition "
                + partition
                + " is halted at inbox offset "
                + halt.offset()
                + ": "
                + halt.cause());
  }

  private Duration patience() {
    Instant due = workspaces.nextDue(poison::holds).orElse(null);
    if (due == null) {
      return LONGEST_POLL;
    }
    Duration left = Duration.between(Instant.now(), due);
    return left.isNegative()
        ? Duration.ZERO
        : left.compareTo(LONGEST_POLL) < 0 ? left : LONGEST_POLL;
  }

  /** Orders first: a request to end something does not wait behind its results. */
  private void take(Streams.Polled polled) {
    for (Source source : Source.values()) {
      for (ConsumerRecord<String, byte[]> record : polled.of(source)) {
        take(source, record);
        if (batch.full() || ++decided >= around.configuration().batch()) {
          commitIfNeeded();
        }
      }
    }
  }

  private void take(Source source, ConsumerRecord<String, byte[]> record) {
    if (source == Source.INBOX && progress.halted() != null) {
      return;
    }
    Intake.Message message = progress.intake(source).offer(record).orElse(null);
    if (message == null) {
      return;
    }
    if (!decisions.decide(source, message)) {
      LOG.error("{}", trouble().orElse("the inbox is halted"));
      streams.halted();
      return;
    }
    if (source == Source.ORDERS) {
      skips.note(message);
    }
  }

  private void abandoned() {
    for (Source source : Source.values()) {
      for (PartJoiner.Abandoned each : progress.intake(source).abandoned()) {
        String cause =
            "of a message in "
                + each.parts()
                + " parts "
                + each.missing()
                + " did not arrive: its sender never got a confirmation";
        LOG.warn("{} offset {}: {}", each.first().topic(), each.first().offset(), cause);
        decisions.neverWhole(source, each.first(), cause);
      }
    }
  }

  private void commitIfFull() {
    if (batch.full()) {
      commit();
    }
  }

  private void commitIfNeeded() {
    if (!batch.isEmpty() || !batch.unsent().isEmpty() || progress.moved()) {
      commit();
    }
  }

  private void commit() {
    try {
      transactions.commit(batch, progress.record(Source.INBOX), progress.record(Source.ORDERS));
    } catch (Misfit e) {
      poison.blame(e.origin(), String.valueOf(e.getMessage()));
      throw new Superseded("what " + e.origin() + " leads to cannot be sent: " + e.getMessage(), e);
    } catch (Transactions.Refused e) {
      if (single != null) {
        poison.blame(single, String.valueOf(e.getMessage()));
      }
      throw new Superseded(String.valueOf(e.getMessage()), e);
    }
    progress.committed();
    workspaces.committed();
    observations.unsent(batch.unsent());
    batch = new Batch(around.messages(), around.pools(), store);
    outbox.into(batch);
    decided = 0;
  }

  @Override
  public void close() {
    streams.close();
  }
}
