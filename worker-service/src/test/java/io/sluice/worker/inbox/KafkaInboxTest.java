package io.sluice.worker.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.model.message.InboxMessage;
import io.sluice.transport.Connection;
import io.sluice.transport.message.Messages;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class KafkaInboxTest {
  private final Messages messages = new Messages(Connection.embedded("127.0.0.1:1", "127.0.0.1:2"));

  /** Takes records when it is flushed, as the real one does with a long linger. */
  private static class Broker extends MockProducer<String, byte[]> {
    final AtomicInteger flushes = new AtomicInteger();

    Broker() {
      super(false, null, new StringSerializer(), new ByteArraySerializer());
    }

    @Override
    public synchronized void flush() {
      flushes.incrementAndGet();
      super.flush();
    }
  }

  /** Holds the first flush up until it is let go. */
  private static final class SlowBroker extends Broker {
    final CountDownLatch flushing = new CountDownLatch(1);
    final CountDownLatch go = new CountDownLatch(1);

    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized") // others send meanwhile
    public void flush() {
      flushing.countDown();
      try {
        go.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      super.flush();
    }
  }

  /** Loses every record. */
  private static final class LostBroker extends Broker {
    @Override
    public synchronized void flush() {
      boolean more = true;
      while (more) {
        more = errorNext(new KafkaException("the broker is away"));
      }
    }
  }

  private static InboxMessage message(int i) {
    return new InboxMessage.Dropped("run", "node-" + i, 1, "claim", "paused");
  }

  @Test
  void sendsTogetherWhatGathersWhileOthersAreOnTheirWay() throws Exception {
    SlowBroker broker = new SlowBroker();
    try (KafkaInbox inbox = new KafkaInbox(() -> broker, messages)) {
      CompletableFuture<Void> first = inbox.write("shop", message(0));
      broker.flushing.await();
      List<CompletableFuture<Void>> later =
          List.of(
              inbox.write("shop", message(1)),
              inbox.write("shop", message(2)),
              inbox.write("shop", message(3)));

      assertThat(first).isNotDone();
      broker.go.countDown();
      first.get();
      for (CompletableFuture<Void> each : later) {
        each.get();
      }

      assertThat(broker.flushes).hasValue(2);
      assertThat(broker.history())
          .extracting(record -> new String(record.value(), java.nio.charset.StandardCharsets.UTF_8))
          .satisfiesExactly(
              text -> assertThat(text).contains("node-0"),
              text -> assertThat(text).contains("node-1"),
              text -> assertThat(text).contains("node-2"),
              text -> assertThat(text).contains("node-3"));
    }
  }

  @Test
  void writesAgainWithAnotherProducerWhatWasNotTaken() throws Exception {
    Broker good = new Broker();
    Deque<Broker> brokers = new ArrayDeque<>(List.of(new LostBroker(), good));
    try (KafkaInbox inbox = new KafkaInbox(brokers::remove, messages)) {
      inbox.write("shop", message(0)).get(10, TimeUnit.SECONDS);
      assertThat(good.history()).hasSize(1);
    }
  }

  @Test
  void whatWasWrittenBeforeItClosesIsDurableAndNothingAfter() {
    Broker broker = new Broker();
    KafkaInbox inbox = new KafkaInbox(() -> broker, messages);
    CompletableFuture<Void> before = inbox.write("shop", message(0));
    inbox.close();
    CompletableFuture<Void> after = inbox.write("shop", message(1));

    assertThat(before).isCompleted();
    assertThat(after).isCompletedExceptionally();
    assertThat(broker.history()).hasSize(1);
  }
}
