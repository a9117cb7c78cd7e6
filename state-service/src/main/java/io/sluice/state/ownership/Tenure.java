package io.sluice.state.ownership;

import io.sluice.machine.Input;
import io.sluice.machine.Moment;
import io.sluice.machine.Transition;
import io.sluice.model.message.InboxMessage;
import io.sluice.state.store.LocalStore;
import io.sluice.state.store.StoredMessages;
import io.sluice.transport.TransportFailure;
import io.sluice.transport.message.Messages;
import io.sluice.transport.zookeeper.Lease;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
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

  private final Surroundings around;
  private final int partition;
  private final Lease lease;
  private final Consumer<String, byte[]> consumer;
  private final LocalStore store;
  private final Transactions transactions;
  private final Workspaces workspaces;
  private final Unheard unheard;
  private final Retention retention;
  private final Inbox inbox;
  private final long epoch;
  private final Poison poison;
  private Batch batch;
  private long committed;
  private long judgedAt = System.nanoTime();

  Tenure(
      Surroundings around,
      int partition,
      Lease lease,
      Producer<String, byte[]> producer,
      LocalStore store,
      long epoch,
      long applied,
      Poison poison) {
    this.around = around;
    this.partition = partition;
    this.lease = lease;
    this.store = store;
    this.epoch = epoch;
    this.inbox = new Inbox(applied);
    this.committed = applied;
    this.poison = poison;
    this.transactions = new Transactions(around, partition, lease, producer, store, epoch);
    this.workspaces = new Workspaces(store);
    this.unheard = new Unheard(around, partition, around.configuration().unheardEvery());
    this.retention = new Retention(around, partition, around.configuration().retentionEvery());
    this.batch = new Batch(around.messages(), around.pools(), store);
    this.consumer = around.clients().reader();
  }

  /** The first transaction tells everyone who owns the partition now; nothing is read before it. */
  void begin() {
    commit();
    workspaces.loadActive();
    TopicPartition topic = new TopicPartition(around.messages().topics().inbox(), partition);
    consumer.assign(List.of(topic));
    refuseShorterInbox(topic);
    consumer.seek(topic, inbox.applied());
    lease.announce(epoch);
    LOG.info(
        "owns partition {} with epoch {} from inbox offset {}", partition, epoch, inbox.applied());
  }

  /** Reading it from its beginning would decide everything a second time. */
  private void refuseShorterInbox(TopicPartition topic) {
    long end = consumer.endOffsets(List.of(topic)).getOrDefault(topic, 0L);
    if (inbox.applied() > end) {
      throw new Halted(
          topic
              + " ends at offset "
              + end
              + " and was applied to "
              + inbox.applied()
              + ": it is not the inbox that the state rests on. Was the topic made anew?");
    }
  }

  void step() {
    if (lease.lost()) {
      throw new Superseded("the lease of partition " + partition + " is lost");
    }
    inbox.ready().forEach(this::decide);
    for (ConsumerRecord<String, byte[]> record : consumer.poll(patience())) {
      inbox.offer(record).forEach(this::decide);
    }
    Instant now = Instant.now();
    due(now);
    judgeWorkers(now);
    passedInSilence(now);
    if (!batch.isEmpty() || inbox.applied() > committed) {
      commit();
    }
    store.checkpointWhenDue();
    retention.look(committed);
  }

  void wakeUp() {
    consumer.wakeup();
  }

  LocalStore store() {
    return store;
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

  private void decide(Inbox.Message arrived) {
    ConsumerRecord<String, byte[]> record = arrived.record();
    if (Messages.isMarker(record)) {
      return;
    }
    switch (Messages.decode(arrived.whole().value())) {
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
    if (workspace == null || !belongsHere(workspace, message)) {
      park(record, "the header sluice-workspace is missing or does not belong to this partition");
      return;
    }
    Instant now = Instant.now();
    Moment moment = new Moment(now, record.offset(), epoch, ThreadLocalRandom.current().nextLong());
    Workspaces.Held held = workspaces.of(workspace);
    String cause = poison.ofOffset(record.offset()).orElse(null);
    if (cause == null) {
      cause = attempt(held, new Input.Received(message, moment), record.offset());
    }
    if (cause != null) {
      park(record, cause);
      attempt(held, new Input.Quarantined(message.run(), cause, moment), record.offset());
    }
  }

  private boolean belongsHere(String workspace, InboxMessage message) {
    String meant =
        switch (message) {
          case InboxMessage.Submitted submitted -> submitted.workspace();
          case InboxMessage.StateEdit edit -> edit.workspace();
          default -> workspace;
        };
    return meant.equals(workspace)
        && !workspace.isBlank()
        && !workspace.startsWith("!")
        && workspace.indexOf('/') < 0
        && around.messages().partition(workspace) == partition;
  }

  /** What the machine made of the input, in the batch; or why it could not decide. */
  private @Nullable String attempt(Workspaces.Held held, Input input, long offset) {
    Transition transition;
    try {
      transition = around.machine().advance(held.state(), input);
    } catch (StoredMessages.Unreadable e) {
      throw e;
    } catch (RuntimeException e) {
      LOG.error("workspace {}, inbox offset {}: a bug", held.state().workspace(), offset, e);
      return e.getClass().getSimpleName() + ": " + e.getMessage();
    }
    add(held, transition, input, cause -> poison.offset(offset, cause));
    return null;
  }

  /** An input of our own: where it fails, the workspace goes on without such inputs. */
  private void tell(Workspaces.Held held, Input input) {
    String workspace = held.state().workspace();
    if (poison.holds(workspace)) {
      return;
    }
    try {
      Transition transition = around.machine().advance(held.state(), input);
      add(held, transition, input, cause -> poison.workspace(workspace, cause));
    } catch (Superseded | StoredMessages.Unreadable | TransportFailure | KafkaException e) {
      throw e;
    } catch (RuntimeException e) {
      LOG.error("workspace {}: its timers stand still after a bug", workspace, e);
      poison.workspace(workspace, String.valueOf(e.getMessage()));
    }
  }

  /** The state has been folded: what can't travel now means to begin afresh, without this input. */
  private void add(
      Workspaces.Held held,
      Transition transition,
      Input input,
      java.util.function.Consumer<String> blame) {
    if (transition.isEmpty()) {
      return;
    }
    try {
      batch.add(held.state().workspace(), transition, input.moment().now(), run(input));
    } catch (TransportFailure | KafkaException e) {
      throw e;
    } catch (RuntimeException e) {
      blame.accept(e.getClass().getSimpleName() + ": " + e.getMessage());
      throw new Superseded("a decision can't travel: " + e.getMessage(), e);
    }
  }

  private static @Nullable String run(Input input) {
    return switch (input) {
      case Input.Received received -> received.message().run();
      case Input.Unheard unheard -> unheard.run();
      case Input.Unanswered unanswered -> unanswered.run();
      case Input.Quarantined bad -> bad.run();
      case Input.WorkerLost lost -> null;
      case Input.Troubled troubled -> null;
      case Input.Due due -> null;
    };
  }

  private void park(ConsumerRecord<String, byte[]> record, String cause) {
    LOG.warn("inbox offset {} is parked: {}", record.offset(), cause);
    batch.add(around.deadLetters().letter(record, cause, Instant.now()));
  }

  private void due(Instant now) {
    for (Workspaces.Held held : workspaces.held()) {
      Instant due = held.state().nextDue().orElse(null);
      if (due != null && !due.isAfter(now)) {
        tell(held, new Input.Due(moment(now)));
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
          tell(held, new Input.WorkerLost(holder, moment(now)));
        }
      }
    }
  }

  private void passedInSilence(Instant now) {
    for (Unheard.Candidate each : unheard.among(workspaces, inbox.applied())) {
      var attempt = each.attempt();
      LOG.warn("nothing was heard of {} attempt {}", attempt.node(), attempt.attempt());
      tell(
          workspaces.of(each.workspace()),
          new Input.Unheard(attempt.run(), attempt.node(), attempt.attempt(), moment(now)));
    }
  }

  private Moment moment(Instant now) {
    return new Moment(now, inbox.applied() - 1, epoch, ThreadLocalRandom.current().nextLong());
  }

  private void commit() {
    transactions.commit(batch, inbox.applied());
    workspaces.committed();
    batch = new Batch(around.messages(), around.pools(), store);
    committed = inbox.applied();
  }

  @Override
  public void close() {
    consumer.close();
  }
}
