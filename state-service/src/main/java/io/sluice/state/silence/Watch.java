package io.sluice.state.silence;

import io.sluice.transport.Connection;
import io.sluice.transport.client.Clients;
import io.sluice.transport.message.Messages;
import io.sluice.transport.topic.Topics;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The partition that is watched, and what its owner asks Kafka with. */
public record Watch(Connection connection, Clients clients, Topics topics, int partition) {
  private static final Logger LOG = LoggerFactory.getLogger(Watch.class);

  /** Something that Kafka is asked to do or to say. */
  @FunctionalInterface
  interface Request<T> {
    T made() throws ExecutionException, InterruptedException, TimeoutException;
  }

  /** A question to Kafka. */
  @FunctionalInterface
  interface Question<T> {
    T ask(Admin admin) throws ExecutionException, InterruptedException, TimeoutException;
  }

  /** Blocks; throws when there is no answer. */
  <T> T ask(Question<T> question) {
    return answered(
        "Kafka gave no offsets",
        () -> {
          try (Admin admin = clients.admin()) {
            return question.ask(admin);
          }
        });
  }

  /** Blocks; throws with {@code failure} when there is no answer. */
  static <T> T answered(String failure, Request<T> request) {
    try {
      return request.made();
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException(failure + ": " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** Writes a marker and returns its offset. */
  static long mark(Producer<String, byte[]> producer, TopicPartition topic)
      throws ExecutionException, InterruptedException, TimeoutException {
    return producer
        .send(Messages.marker(topic.topic(), topic.partition()))
        .get(InboxEnd.ANSWER_SECONDS, TimeUnit.SECONDS)
        .offset();
  }

  /** Where the watched inbox ends now. */
  long inboxEnd(Admin admin) throws ExecutionException, InterruptedException, TimeoutException {
    return InboxEnd.now(admin, topics.inbox(), partition);
  }

  /** The answer to a question that is done; null when there was none. */
  static <T> @Nullable T result(CompletableFuture<T> done) {
    try {
      return done.join();
    } catch (CompletionException e) {
      LOG.debug("offsets cannot be compared now: {}", e.getMessage());
      return null;
    }
  }
}
