package io.sluice.transport.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.transport.Connection;
import io.sluice.transport.client.Clients;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

class OutageWatchTest {
  private static final String TOPIC = "sluice.runs";

  @TempDir(cleanup = CleanupMode.NEVER)
  private Path directory;

  @Test
  void aBrokerThatStartedAgainIsHeardOfThoughNothingIsCommitted() throws Exception {
    BrokerProcess broker = new BrokerProcess(directory);
    Clients clients =
        new Clients(Connection.embedded(broker.bootstrapServers(), "127.0.0.1:1"), "test");
    try (Admin admin = clients.admin()) {
      admin.createTopics(List.of(new NewTopic(TOPIC, 2, (short) 1))).all().get();
    }
    // given an owner that took over some time ago
    long tookOver = System.nanoTime() - Duration.ofSeconds(30).toNanos();
    try (OutageWatch watch = OutageWatch.start(clients, TOPIC)) {
      Thread.sleep(2_500);
      assertThat(watch.outages().mayBeLeft(tookOver)).isFalse();

      // when the broker is killed and starts again
      broker.kill();
      broker.startAgain();

      // then the owner looks again, and one that takes over from now on does not
      long until = System.nanoTime() + Duration.ofSeconds(30).toNanos();
      while (!watch.outages().mayBeLeft(tookOver)) {
        assertThat(System.nanoTime()).isLessThan(until);
        Thread.sleep(50);
      }
      Thread.sleep(2_500);
      assertThat(watch.outages().mayBeLeft(System.nanoTime())).isFalse();
    } finally {
      broker.kill();
    }
  }
}
