package io.sluice.planner.loop;

import io.sluice.planner.loop.Backlog.Ready;
import io.sluice.planner.loop.PendingParts.Gathering;
import io.sluice.transport.client.Clients;
import io.sluice.transport.message.DeadLetters;
import io.sluice.transport.message.Messages;
import io.sluice.transport.message.PartJoiner.Whole;
import io.sluice.transport.transaction.LeftOpen;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Polls one topic as a member of a group. Work on records goes on side by side; each answer is sent
 * when it is there, in one transaction with what says that it was. After any failure whose outcome
 * is unknown it begins again at the committed offsets; what can't be sent whoever tries is replaced
 * by something smaller, and nobody else waits for it.
 */
public final class OrderedLoop implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(OrderedLoop.class);
  private static final Duration IDLE = Duration.ofMillis(500);
  private static final Duration PAUSE = Duration.ofMillis(500);

  /** Processes that ended at what comes first, before all that follows waits for it. */
  private static final int ENDED = 2;

  /** And as many more before it is refused. */
  private static final int ENDED_OVER_IT = 2 * ENDED;

  private final Clients clients;
  private final Wiring wiring;
  private final Work work;
  private final Answering answering;
  private final Crew crew;
  private final Demise demise;
  private final Backlog backlog = new Backlog();
  private final Blame blame = new Blame();
  private final Map<TopicPartition, PendingParts> parts = new HashMap<>();
  private final Map<TopicPartition, OneByOne> careful = new ConcurrentHashMap<>();

  /** As this process has counted them last. */
  private final Map<TopicPartition, Integer> laps = new HashMap<>();

  private final Thread thread;
  private String transactionalId;
  private final AtomicLong answered = new AtomicLong();
  private volatile boolean running = true;
  private volatile boolean polling;
  private volatile Optional<Consumer<String, byte[]>> consumer = Optional.empty();
  private volatile Instant lastPoll = Instant.now();

  /** Which topic is read, and by whom. */
  public record Wiring(String topic, String group, String transactionalId) {}

  public OrderedLoop(
      Clients clients,
      Wiring wiring,
      Work work,
      DeadLetters deadLetters,
      Crew crew,
      Demise demise) {
    this.clients = clients;
    this.wiring = wiring;
    this.transactionalId = wiring.transactionalId();
    this.work = work;
    this.answering = new Answering(work, deadLetters);
    this.crew = crew;
    this.demise = demise;
    this.thread = Thread.ofPlatform().name("planner-" + wiring.topic()).unstarted(this::run);
  }

  public OrderedLoop start() {
    thread.start();
    return this;
  }

  public String topic() {
    return wiring.topic();
  }

  /** Records that were worked on. */
  public long answered() {
    return answered.get();
  }

  /** Has a place in its group and polls. */
  public boolean isPolling() {
    return polling && lastPoll.plusSeconds(30).isAfter(Instant.now());
  }

  private void run() {
    int failures = 0;
    while (running) {
      try {
        session();
        failures = 0;
      } catch (WakeupException | InterruptException e) {
        LOG.debug("{} was woken up", wiring.topic());
      } catch (ProducerFencedException | InvalidProducerEpochException e) {
        // Another planner of this name: from now on under a name that nobody else has.
        transactionalId = wiring.transactionalId() + "-" + UUID.randomUUID();
        LOG.warn("{} is used by another planner, going on as {}", wiring, transactionalId);
      } catch (Throwable e) {
        if (Demise.isDue(e)) {
          demise.of("a fault in the loop of " + wiring.topic(), e);
        }
        failures++;
        LOG.warn("reading {} begins again after: {}", wiring.topic(), e.toString());
        pause(failures);
      }
    }
  }

  private void session() {
    try (Consumer<String, byte[]> reader = clients.groupConsumer(wiring.group());
        Producer<String, byte[]> producer = clients.transactionalProducer(transactionalId)) {
      consumer = Optional.of(reader);
      LeftOpen.takeOver(clients, producer, transactionalId);
      reader.subscribe(List.of(wiring.topic()), new Takings(reader, backlog, parts, careful, laps));
      while (running) {
        step(reader, producer);
      }
    } finally {
      polling = false;
      consumer = Optional.empty();
      backlog.forgetAll();
      parts.clear();
      careful.clear();
    }
  }

  private void step(Consumer<String, byte[]> reader, Producer<String, byte[]> producer) {
    take(poll(reader));
    giveUpParts();
    lastPoll = Instant.now();
    Ready ready = backlog.ready(blame.most());
    if (!ready.offsets().isEmpty()) {
      send(reader, producer, ready);
    }
    hold(reader);
    polling = true;
  }

  private ConsumerRecords<String, byte[]> poll(Consumer<String, byte[]> reader) {
    try {
      return reader.poll(backlog.hasReady() ? Duration.ZERO : IDLE);
    } catch (WakeupException e) {
      return ConsumerRecords.empty();
    }
  }

  private void take(ConsumerRecords<String, byte[]> records) {
    Instant now = Instant.now();
    for (ConsumerRecord<String, byte[]> record : records) {
      TopicPartition partition = new TopicPartition(record.topic(), record.partition());
      if (backlog.isAnswered(partition, record.offset())) {
        backlog.pass(partition, record.offset());
      } else {
        take(partition, record, now);
      }
    }
  }

  private void take(TopicPartition partition, ConsumerRecord<String, byte[]> record, Instant now) {
    Item fresh = new Item(partition, work.lane(record));
    if (Messages.isMarker(record)) {
      fresh.outcome().complete(List.of());
      backlog.add(partition, record.offset(), fresh);
      return;
    }
    PendingParts pending = parts.computeIfAbsent(partition, any -> new PendingParts());
    Gathering gathering = pending.of(record, fresh, now);
    if (gathering == null) {
      backlog.add(partition, record.offset(), fresh);
      begin(fresh, new Arrived(record, bytes(record.value()), 0));
      return;
    }
    Item item = gathering.item();
    backlog.add(partition, record.offset(), item);
    Optional<Whole> whole = pending.offer(gathering, record);
    whole.ifPresent(joined -> begin(item, new Arrived(record, bytes(joined.value()), 0)));
  }

  private static byte[] bytes(byte @Nullable [] value) {
    return value == null ? new byte[0] : value;
  }

  private void giveUpParts() {
    Instant now = Instant.now();
    for (PendingParts pending : parts.values()) {
      for (Gathering given : pending.given(now)) {
        Item item = given.item();
        item.outcome().complete(List.of(answering.letter(item, "its other parts never came")));
      }
    }
  }

  private void begin(Item item, Arrived arrived) {
    item.whole(arrived);
    Task task = new Task(item, arrived);
    item.outcome().whenComplete((records, failure) -> past(task));
    item.outcome().thenRun(() -> consumer.ifPresent(Consumer::wakeup));
    // This process has taken the partition up as well, and has not ended.
    int ended = backlog.laps(item.partition()) - 1;
    if (ended >= ENDED_OVER_IT && backlog.isFirst(item)) {
      String why = "The planner's process ended " + ended + " times while it was worked on";
      LOG.error("offset {} of {} is refused: {}", item.last(), item.partition(), why);
      task.refuse(why);
    } else if (ended >= ENDED) {
      LOG.warn("{} processes ended before offset {} was answered", ended, item.offsets().first());
      careful.computeIfAbsent(item.partition(), any -> new OneByOne(crew::work)).add(task);
    } else {
      crew.work(task);
    }
  }

  private void past(Task task) {
    OneByOne rest = careful.get(task.item.partition());
    if (rest != null) {
      rest.past(task);
    }
  }

  /** An item in the hands of the crew. */
  private final class Task implements Job {
    private final Item item;
    private final Arrived arrived;

    Task(Item item, Arrived arrived) {
      this.item = item;
      this.arrived = arrived;
    }

    @Override
    public String lane() {
      return item.lane();
    }

    @Override
    public String place() {
      return item.partition().toString();
    }

    @Override
    public long bytes() {
      return arrived.value().length;
    }

    @Override
    public boolean isUnwanted() {
      return item.outcome().isDone();
    }

    @Override
    public Optional<String> attempt(int tries) throws InterruptedException {
      Optional<String> again = answering.answer(item, arrived.again(tries));
      if (again.isEmpty()) {
        answered.incrementAndGet();
      } else {
        past(this);
      }
      return again;
    }

    @Override
    public void refuse(String why) {
      answering.refuse(item, arrived, why);
      answered.incrementAndGet();
    }
  }

  private void send(
      Consumer<String, byte[]> reader, Producer<String, byte[]> producer, Ready ready) {
    List<Blame.Sent> sent = new ArrayList<>();
    producer.beginTransaction();
    try {
      for (Item item : ready.items()) {
        for (ProducerRecord<String, byte[]> record : item.outcome().resultNow()) {
          sent.add(new Blame.Sent(item, record.topic(), sending(producer, record)));
        }
      }
      producer.sendOffsetsToTransaction(ready.offsets(), reader.groupMetadata());
      producer.commitTransaction();
    } catch (KafkaException e) {
      Optional<Blame.Found> found = blame.of(ready, sent, e);
      if (found.isEmpty()) {
        throw e;
      }
      producer.abortTransaction();
      answering.reduce(found.get().item(), found.get().why());
      return;
    }
    sent.stream()
        .map(Blame.Sent::future)
        .filter(future -> future.state() == Future.State.FAILED)
        .findFirst()
        .ifPresent(
            future -> {
              throw new KafkaException(future.exceptionNow());
            });
    blame.nothing();
    backlog.sent(ready);
  }

  /** What is refused before it is on its way has a future, too. */
  private static Future<RecordMetadata> sending(
      Producer<String, byte[]> producer, ProducerRecord<String, byte[]> record) {
    try {
      return producer.send(record);
    } catch (ProducerFencedException | InvalidProducerEpochException | InterruptException e) {
      throw e;
    } catch (KafkaException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** Reads no further ahead than it can work. */
  private void hold(Consumer<String, byte[]> reader) {
    List<TopicPartition> full = new ArrayList<>();
    List<TopicPartition> free = new ArrayList<>();
    for (TopicPartition partition : reader.assignment()) {
      (backlog.isFull(partition) ? full : free).add(partition);
    }
    reader.pause(full);
    reader.resume(free);
  }

  private void pause(int failures) {
    try {
      Thread.sleep(PAUSE.multipliedBy(Math.min(failures, 10)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends after the transaction at hand; what was not committed is another planner's. */
  @Override
  public void close() {
    running = false;
    consumer.ifPresent(Consumer::wakeup);
    try {
      if (!thread.join(Duration.ofSeconds(10))) {
        LOG.warn("{} did not end in time", thread.getName());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
