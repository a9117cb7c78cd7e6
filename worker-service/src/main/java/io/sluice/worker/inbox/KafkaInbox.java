package io.sluice.worker.inbox;

import io.sluice.model.message.InboxMessage;
import io.sluice.transport.message.Messages;
import io.sluice.worker.lease.Inbox;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one idempotent producer of a worker, and the one thread that writes to it. What gathers while
 * one flush is under way goes with the next: alone a message leaves at once, under load hundreds
 * share a request. A message that fails is written again until it is durable: a result must not be
 * lost because a broker was away, and the same one twice is harmless.
 */
public final class KafkaInbox implements Inbox, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(KafkaInbox.class);
  private static final Duration AGAIN = Duration.ofMillis(500);
  private static final Duration CLOSING = Duration.ofSeconds(3);
  private static final Duration LOOK = Duration.ofMillis(200);

  private final Supplier<Producer<String, byte[]>> producers;
  private final Messages messages;
  private final BlockingQueue<Letter> letters = new LinkedBlockingQueue<>();
  private final Thread writer =
      Thread.ofPlatform().name("worker-inbox").daemon().unstarted(this::run);
  private volatile Producer<String, byte[]> producer;
  private volatile boolean closed;
  private volatile boolean ended;

  /** A message as records, and who waits for it. */
  private record Letter(
      List<ProducerRecord<String, byte[]>> records, CompletableFuture<Void> durable) {}

  /**
   * @param producers of idempotent producers that gather until they are flushed
   */
  public KafkaInbox(Supplier<Producer<String, byte[]>> producers, Messages messages) {
    this.producers = producers;
    this.messages = messages;
    this.producer = producers.get();
    writer.start();
  }

  @Override
  public CompletableFuture<Void> write(String workspace, InboxMessage message) {
    CompletableFuture<Void> durable = new CompletableFuture<>();
    post(new Letter(messages.inbox(workspace, message, Instant.now()), durable));
    return durable;
  }

  private void post(Letter letter) {
    letters.add(letter);
    if (ended) {
      refuseWhatIsLeft();
    }
  }

  private void run() {
    List<Letter> gathered = new ArrayList<>();
    while (!closed || !letters.isEmpty()) {
      try {
        Letter first = letters.poll(LOOK.toMillis(), TimeUnit.MILLISECONDS);
        if (first == null) {
          continue;
        }
        gathered.add(first);
        letters.drainTo(gathered);
        Producer<String, byte[]> current = producer;
        gathered.forEach(letter -> send(letter, current));
        gathered.clear();
        current.flush();
      } catch (InterruptedException | InterruptException e) {
        break;
      } catch (KafkaException | IllegalStateException e) {
        LOG.debug("the flush failed: each message reports its own failure", e);
      } catch (RuntimeException | Error e) {
        LOG.error("writing to the inbox failed with a bug, continuing", e);
        gathered.forEach(letter -> letter.durable().completeExceptionally(e));
        gathered.clear();
      }
    }
    ended = true;
    refuseWhatIsLeft();
  }

  @SuppressWarnings("FutureReturnValueIgnored") // The callback hears of failures.
  private void send(Letter letter, Producer<String, byte[]> current) {
    AtomicInteger open = new AtomicInteger(letter.records().size());
    try {
      for (ProducerRecord<String, byte[]> record : letter.records()) {
        current.send(
            record,
            (metadata, failure) -> {
              if (failure != null) {
                again(letter, current, failure);
              } else if (open.decrementAndGet() == 0) {
                letter.durable().complete(null);
              }
            });
      }
    } catch (KafkaException | IllegalStateException e) {
      again(letter, current, e);
    }
  }

  private void again(Letter letter, Producer<String, byte[]> failed, Exception failure) {
    if (closed) {
      letter.durable().completeExceptionally(failure);
      return;
    }
    LOG.warn("writing to the inbox failed, trying again: {}", failure.getMessage());
    Executor later = CompletableFuture.delayedExecutor(AGAIN.toMillis(), TimeUnit.MILLISECONDS);
    later.execute(
        () -> {
          renew(failed);
          post(letter);
        });
  }

  /** A producer that has failed may have failed for good: a new one is cheap. */
  @SuppressWarnings("ReferenceEquality")
  private synchronized void renew(Producer<String, byte[]> failed) {
    if (producer == failed && !closed) {
      producer = producers.get();
      Thread.ofVirtual().start(() -> failed.close(Duration.ofSeconds(1)));
    }
  }

  private void refuseWhatIsLeft() {
    for (Letter letter = letters.poll(); letter != null; letter = letters.poll()) {
      letter.durable().completeExceptionally(new KafkaException("the worker has stopped"));
    }
  }

  /** What was written before is durable when this returns, unless the broker is away. */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
    }
    long until = System.nanoTime() + CLOSING.toNanos();
    try {
      writer.join(CLOSING);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    producer.close(Duration.ofNanos(Math.max(0, until - System.nanoTime())));
  }
}
