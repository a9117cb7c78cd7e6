package io.sluice.worker.inbox;

import io.sluice.model.message.InboxMessage;
import io.sluice.transport.client.Clients;
import io.sluice.transport.message.Messages;
import io.sluice.worker.lease.Inbox;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one idempotent producer of a worker. A message that fails is written again until it is
 * durable: a result must not be lost because a broker was away, and the same one twice is harmless.
 */
public final class KafkaInbox implements Inbox, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(KafkaInbox.class);
  private static final Duration AGAIN = Duration.ofMillis(500);

  private final Clients clients;
  private final Messages messages;
  private volatile Producer<String, byte[]> producer;
  private volatile boolean closed;

  public KafkaInbox(Clients clients, Messages messages) {
    this.clients = clients;
    this.messages = messages;
    this.producer = clients.producer();
  }

  @Override
  public CompletableFuture<Void> write(String workspace, InboxMessage message) {
    CompletableFuture<Void> durable = new CompletableFuture<>();
    send(messages.inbox(workspace, message, Instant.now()), durable);
    return durable;
  }

  @SuppressWarnings("FutureReturnValueIgnored") // The callback hears of failures.
  private void send(List<ProducerRecord<String, byte[]>> records, CompletableFuture<Void> durable) {
    Producer<String, byte[]> current = producer;
    AtomicInteger open = new AtomicInteger(records.size());
    try {
      for (ProducerRecord<String, byte[]> record : records) {
        current.send(
            record,
            (metadata, failure) -> {
              if (failure != null) {
                again(records, durable, current, failure);
              } else if (open.decrementAndGet() == 0) {
                durable.complete(null);
              }
            });
      }
    } catch (KafkaException | IllegalStateException e) {
      again(records, durable, current, e);
    }
  }

  private void again(
      List<ProducerRecord<String, byte[]>> records,
      CompletableFuture<Void> durable,
      Producer<String, byte[]> failed,
      Exception failure) {
    if (closed) {
      durable.completeExceptionally(failure);
      return;
    }
    LOG.warn("writing to the inbox failed, trying again: {}", failure.getMessage());
    Executor later = CompletableFuture.delayedExecutor(AGAIN.toMillis(), TimeUnit.MILLISECONDS);
    later.execute(
        () -> {
          renew(failed);
          send(records, durable);
        });
  }

  /** A producer that has failed may have failed for good: a new one is cheap. */
  @SuppressWarnings("ReferenceEquality")
  private synchronized void renew(Producer<String, byte[]> failed) {
    if (producer == failed && !closed) {
      producer = clients.producer();
      Thread.ofVirtual().start(() -> failed.close(Duration.ofSeconds(1)));
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    producer.close(Duration.ofSeconds(10));
  }
}
