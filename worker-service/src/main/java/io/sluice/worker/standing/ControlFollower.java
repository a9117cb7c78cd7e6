package io.sluice.worker.standing;

import io.sluice.model.message.Control;
import io.sluice.model.record.RecordKeys;
import io.sluice.transport.client.Clients;
import io.sluice.transport.message.Messages;
import io.sluice.transport.topic.Topics;
import io.sluice.worker.lease.Standings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the control topic from its start; the worker claims nothing before the first catch-up.
 */
public final class ControlFollower implements Standings, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ControlFollower.class);
  private static final Duration POLL = Duration.ofMillis(500);

  private final Clients clients;
  private final TopicPartition control;
  private final java.util.function.Consumer<Control> said;
  private final Map<String, Control.Standing> standings = new ConcurrentHashMap<>();
  private final CountDownLatch caughtUp = new CountDownLatch(1);
  private final Thread thread;
  private final CountDownLatch stop = new CountDownLatch(1);
  private volatile boolean stopping;
  private volatile @Nullable Consumer<String, byte[]> following;

  /**
   * @param said called with each word on a run: calls of it may have to be interrupted
   */
  public ControlFollower(Clients clients, java.util.function.Consumer<Control> said) {
    this.clients = clients;
    this.control = new TopicPartition(Topics.of(clients.connection()).control(), 0);
    this.said = said;
    this.thread = Thread.ofPlatform().name("worker-control").daemon().unstarted(this::run);
  }

  public void start() {
    thread.start();
  }

  /** False when the topic could not be read in time. */
  public boolean awaitCaughtUp(Duration patience) throws InterruptedException {
    return caughtUp.await(patience.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public Optional<Control.Standing> of(String workspace, String run) {
    return Optional.ofNullable(standings.get(RecordKeys.run(workspace, run)));
  }

  private void run() {
    while (!stopping) {
      try (Consumer<String, byte[]> consumer = clients.reader()) {
        following = consumer;
        consumer.assign(List.of(control));
        consumer.seekToBeginning(List.of(control));
        standings.clear(); // Those that ended meanwhile may have left nothing in the topic.
        follow(consumer);
      } catch (WakeupException e) {
        LOG.debug("woken to stop");
      } catch (KafkaException e) {
        LOG.warn("following {} failed, trying again: {}", control.topic(), e.getMessage());
        pause();
      } catch (RuntimeException | Error e) {
        LOG.error("following {} failed with a bug, starting again", control.topic(), e);
        pause();
      } finally {
        following = null;
      }
    }
  }

  private void follow(Consumer<String, byte[]> consumer) {
    long end = consumer.endOffsets(List.of(control)).getOrDefault(control, 0L);
    while (!stopping) {
      if (caughtUp.getCount() > 0 && consumer.position(control) >= end) {
        caughtUp.countDown();
      }
      for (ConsumerRecord<String, byte[]> record :
          consumer.poll(caughtUp.getCount() > 0 ? Duration.ofMillis(20) : POLL)) {
        take(record);
      }
    }
  }

  private void take(ConsumerRecord<String, byte[]> record) {
    if (record.value() == null) {
      forget(record.key());
      return;
    }
    switch (Messages.decode(record.value())) {
      case Messages.Understood(var envelope) when envelope.payload() instanceof Control known -> {
        String key = RecordKeys.run(known.workspace(), known.run());
        if (known.standing() == Control.Standing.RUNNING) {
          standings.remove(key);
        } else {
          standings.put(key, known.standing());
        }
        said.accept(known);
      }
      case Messages.Understood other -> LOG.warn("no control record at {}", record.offset());
      case Messages.Malformed malformed ->
          LOG.warn("control record {} can't be read: {}", record.offset(), malformed.cause());
      case Messages.Newer newer ->
          LOG.warn("control record {} can't be read: {}", record.offset(), newer.cause());
    }
  }

  /** The run has ended. An older build wrote its id alone as the key. */
  private void forget(String key) {
    if (key.contains("/")) {
      standings.remove(key);
    } else {
      standings.keySet().removeIf(known -> known.endsWith("/" + key));
    }
  }

  private void pause() {
    try {
      stopping |= stop.await(POLL.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      stopping = true;
    }
  }

  @Override
  public void close() {
    stopping = true;
    stop.countDown();
    Consumer<String, byte[]> consumer = following;
    if (consumer != null) {
      consumer.wakeup();
    }
    try {
      thread.join(Duration.ofSeconds(2));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
