package io.sluice.planner.loop;

import io.sluice.planner.loop.Backlog.Item;
import io.sluice.planner.loop.Backlog.Ready;
import io.sluice.transport.TransportFailure;
import io.sluice.transport.client.Clients;
import io.sluice.transport.message.DeadLetters;
import io.sluice.transport.message.Messages;
import io.sluice.transport.message.PartJoiner.Whole;
import io.sluice.transport.transaction.LeftOpen;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Polls one topic as a member of a group. Work on records goes on side by side; what it leads to is
 * sent in the order of the offsets, each time with the offsets in one transaction. After any
 * failure whose outcome is unknown it begins again at the committed offsets.
 */
public final class OrderedLoop implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(OrderedLoop.class);
  private static final Duration IDLE = Duration.ofMillis(500);
  private static final Duration PAUSE = Duration.ofMillis(500);
  private static final int MOST_WAITING = 200;

  private final Clients clients;
  private final Wiring wiring;
  private final Work work;
  private final DeadLetters deadLetters;
  private final ExecutorService workers;
  private final Backlog backlog = new Backlog();
  private final Map<TopicPartition, PendingParts> parts = new HashMap<>();
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
      Clients clients, Wiring wiring, Work work, DeadLetters deadLetters, ExecutorService workers) {
    this.clients = clients;
    this.wiring = wiring;
    this.transactionalId = wiring.transactionalId();
    this.work = work;
    this.deadLetters = deadLetters;
    this.workers = workers;
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
      } catch (RuntimeException e) {
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
      reader.subscribe(List.of(wiring.topic()), new Listener());
      while (running) {
        step(reader, producer);
      }
    } finally {
      polling = false;
      consumer = Optional.empty();
      backlog.forgetAll();
      parts.clear();
    }
  }

  private void step(Consumer<String, byte[]> reader, Producer<String, byte[]> producer) {
    take(poll(reader));
    lastPoll = Instant.now();
    Ready ready = backlog.ready();
    if (!ready.offsets().isEmpty()) {
      send(reader, producer, ready);
      backlog.sent(ready);
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
      PendingParts pending = parts.computeIfAbsent(partition, any -> new PendingParts());
      Optional<Whole> whole =
          Messages.isMarker(record) ? Optional.empty() : pending.offer(record, now);
      Future<List<ProducerRecord<String, byte[]>>> outcome =
          whole.isEmpty()
              ? CompletableFuture.completedFuture(List.of())
              : begin(new Arrived(record, bytes(whole.get())));
      backlog.add(partition, new Item(pending.committable(record.offset() + 1, now), outcome));
    }
  }

  private static byte[] bytes(Whole whole) {
    byte[] value = whole.value();
    return value == null ? new byte[0] : value;
  }

  private Future<List<ProducerRecord<String, byte[]>>> begin(Arrived arrived) {
    CompletableFuture<List<ProducerRecord<String, byte[]>>> outcome = new CompletableFuture<>();
    workers.execute(
        () -> {
          if (outcome.isCancelled()) {
            return;
          }
          try {
            outcome.complete(answer(arrived));
            answered.incrementAndGet();
          } catch (InterruptedException | TransportFailure e) {
            outcome.completeExceptionally(e);
          }
          consumer.ifPresent(Consumer::wakeup);
        });
    return outcome;
  }

  private List<ProducerRecord<String, byte[]>> answer(Arrived arrived) throws InterruptedException {
    try {
      return work.answer(arrived);
    } catch (TransportFailure e) {
      throw e;
    } catch (RuntimeException e) {
      LOG.error("a record of {} could not be worked on", wiring.topic(), e);
      return List.of(deadLetters.letter(arrived.record(), "internal fault: " + e, Instant.now()));
    }
  }

  private void send(
      Consumer<String, byte[]> reader, Producer<String, byte[]> producer, Ready ready) {
    producer.beginTransaction();
    List<Future<RecordMetadata>> sent = new ArrayList<>(ready.records().size());
    ready.records().forEach(record -> sent.add(producer.send(record)));
    producer.sendOffsetsToTransaction(ready.offsets(), reader.groupMetadata());
    producer.commitTransaction();
    sent.stream()
        .filter(future -> future.state() == Future.State.FAILED)
        .findFirst()
        .ifPresent(
            future -> {
              throw new KafkaException(future.exceptionNow());
            });
  }

  /** Reads no further ahead than it can work. */
  private void hold(Consumer<String, byte[]> reader) {
    List<TopicPartition> full = new ArrayList<>();
    List<TopicPartition> free = new ArrayList<>();
    for (TopicPartition partition : reader.assignment()) {
      (backlog.size(partition) >= MOST_WAITING ? full : free).add(partition);
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

  private final class Listener implements ConsumerRebalanceListener {
    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
      partitions.forEach(
          partition -> {
            backlog.forget(partition);
            parts.remove(partition);
          });
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
      LOG.debug("{}: assigned {}", wiring.group(), partitions);
    }
  }
}
