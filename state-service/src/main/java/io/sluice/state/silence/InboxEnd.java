package io.sluice.state.silence;

import io.sluice.transport.client.Clients;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;

/**
 * Where the inbox of a partition ends: its high watermark, since what is written may not be
 * readable yet.
 */
@FunctionalInterface
public interface InboxEnd {
  int ANSWER_SECONDS = 10;

  /** Asked beside all other work. */
  CompletableFuture<Long> of(int partition);

  static InboxEnd asked(Clients clients, String inbox) {
    return partition ->
        CompletableFuture.supplyAsync(
            () -> {
              try (Admin admin = clients.admin()) {
                return now(admin, inbox, partition);
              } catch (ExecutionException | TimeoutException e) {
                throw new CompletionException(e);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new CompletionException(e);
              }
            },
            task -> Thread.ofVirtual().name("inbox-end").start(task));
  }

  static long now(Admin admin, String inbox, int partition)
      throws ExecutionException, InterruptedException, TimeoutException {
    TopicPartition topic = new TopicPartition(inbox, partition);
    return admin
        .listOffsets(Map.of(topic, OffsetSpec.latest()))
        .partitionResult(topic)
        .get(ANSWER_SECONDS, TimeUnit.SECONDS)
        .offset();
  }
}
