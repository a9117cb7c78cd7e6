package io.sluice.planner.loop;

import io.sluice.planner.loop.Backlog.Ready;
import io.sluice.transport.client.Clients;
import io.sluice.transport.message.DeadLetters;
import io.sluice.transport.message.Messages;
import io.sluice.transport.message.PartJoiner.Whole;
import io.sluice.transport.transaction.DanglingTransactions;
import io.sluice.transport.transaction.OutageWatch;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
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
 * is unknown it begins again at the committed offsets; an answer that can never be sent is replaced
 * by a smaller one, and delays no other.
 */
public final class OrderedLoop implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(OrderedLoop.class);
  private static final Duration IDLE = Duration.ofMillis(500);
  private static final Duration PAUSE = Duration.ofMillis(500);

  /** Processes that ended at what comes first, before all that follows waits for it. */
  private static final int ENDED = 2;

  /** And as many more before it is refused. */
  private static final int ENDED_OVER_IT = 2 * ENDED;

  /** Looks before anything is overdue: what takes long gets its time with the later ones. */
  private static final int LOOKS = 3;

  private final Clients clients;
  private final Wiring wiring;
  private final Work work;
  private final Answering answering;
  private final Crew crew;
  private final Demise demise;
  private final Backlog backlog = new Backlog();
  private final Blame blame = new Blame();
  private final Map<TopicPartition, Incoming> parts = new HashMap<>();
  private final Map<TopicPartition, OneByOne> careful = new ConcurrentHashMap<>();

  private final Waits waits = new Waits();

  /** Partitions of which no more is read, since so much is open. */
  private volatile Set<TopicPartition> full = Set.of();

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

  /** Records that were skipped without an answer. */
  public long passed() {
    return answering.passed();
  }

  /** What has waited for a service for at least this long. */
  public List<Waiting> waiting(Duration least) {
    return waits.longerThan(least);
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
        // Another planner uses this name: continue under a unique one.
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
        Producer<String, byte[]> producer = clients.transactionalProducer(transactionalId);
        OutageWatch watch = OutageWatch.start(clients, wiring.topic())) {
      consumer = Optional.of(reader);
      long tookOver = System.nanoTime();
      DanglingTransactions.takeOver(clients, producer, transactionalId);
      Takings takings = new Takings(reader, backlog, parts, careful, laps);
      reader.subscribe(List.of(wiring.topic()), takings);
      while (running) {
        step(reader, producer, takings);
        if (watch.outages().mayBeLeft(tookOver)) {
          throw new KafkaException("the broker was away");
        }
      }
    } finally {
      polling = false;
      consumer = Optional.empty();
      backlog.forgetAll();
      parts.clear();
      careful.clear();
    }
  }

  private void step(
      Consumer<String, byte[]> reader, Producer<String, byte[]> producer, Takings takings) {
    take(poll(reader));
    takings.settle();
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
    for (ConsumerRecord<String, byte[]> record : records) {
      TopicPartition partition = new TopicPartition(record.topic(), record.partition());
      if (backlog.isAnswered(partition, record.offset())) {
        backlog.pass(partition, record.offset());
      } else {
        take(partition, record);
      }
    }
  }

  private void take(TopicPartition partition, ConsumerRecord<String, byte[]> record) {
    Item fresh = new Item(partition, work.lane(record));
    if (Messages.isMarker(record)) {
      fresh.outcome().complete(List.of());
      backlog.add(partition, record.offset(), fresh);
      return;
    }
    Incoming incoming = parts.computeIfAbsent(partition, any -> new Incoming(System::nanoTime));
    Item item = incoming.of(record, fresh);
    if (item == null) {
      backlog.add(partition, record.offset(), fresh);
      begin(fresh, new Arrived(record, bytes(record.value())));
      return;
    }
    backlog.add(partition, record.offset(), item);
    Optional<Whole> whole = incoming.offer(record);
    whole.ifPresent(joined -> begin(item, new Arrived(record, bytes(joined.value()))));
  }

  private static byte[] bytes(byte @Nullable [] value) {
    return value == null ? new byte[0] : value;
  }

  private void giveUpParts() {
    for (Incoming incoming : parts.values()) {
      incoming.abandoned().forEach(answering::abandon);
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
    if (task.isUnwanted()) {
      waits.end(task);
    }
    OneByOne rest = careful.get(task.item.partition());
    if (rest != null) {
      rest.past(task);
    }
  }

  /** An item in the hands of the crew. */
  private final class Task implements Job {
    private final Item item;
    private final Arrived arrived;
    private final long begun = System.nanoTime();
    private volatile boolean ownerAway;

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
    public Optional<Again> attempt(int tries) throws InterruptedException {
      Arrived now = arrived.again(tries, tries + 1 >= LOOKS && isOverdue());
      Optional<Again> again = answering.answer(item, now);
      if (again.isEmpty()) {
        answered.incrementAndGet();
      } else {
        ownerAway = again.get().isAway();
        waits.add(this, item.partition().partition(), again.get().awaited(), begun);
        past(this);
      }
      return again;
    }

    /** It is so at once if nothing more is read, unless everything unread would wait as well. */
    private boolean isOverdue() {
      return System.nanoTime() - begun > crew.longestWait().toNanos()
          || (full.contains(item.partition()) && !ownerAway);
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
    long began = System.nanoTime();
    producer.beginTransaction();
    try {
      for (Item item : ready.items()) {
        for (ProducerRecord<String, byte[]> record : item.outcome().resultNow()) {
          sent.add(Blame.Sent.of(item, record, producer));
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
    if (DanglingTransactions.mayBeLeft(began)) {
      throw new KafkaException("the broker was away while a transaction was committed");
    }
  }

  /** Reads no further ahead than it can work. */
  private void hold(Consumer<String, byte[]> reader) {
    full = reader.assignment().stream().filter(backlog::isFull).collect(Collectors.toSet());
    List<TopicPartition> free = new ArrayList<>(reader.assignment());
    free.removeAll(full);
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
