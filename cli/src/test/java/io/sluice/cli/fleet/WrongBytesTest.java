package io.sluice.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cli.Captured;
import io.sluice.embedded.EmbeddedCluster;
import io.sluice.embedded.SharedCluster;
import io.sluice.model.message.DeadLetter;
import io.sluice.model.message.Envelope;
import io.sluice.planner.PlannerService;
import io.sluice.seal.Keyring;
import io.sluice.state.StateService;
import io.sluice.transport.Connection;
import io.sluice.transport.Credentials;
import io.sluice.transport.client.Clients;
import io.sluice.transport.client.CompactedReader;
import io.sluice.transport.message.Headers;
import io.sluice.transport.message.Messages;
import io.sluice.transport.topic.Topics;
import io.sluice.worker.WorkerService;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** What nobody can read is parked with its cause, and what comes behind it goes through. */
class WrongBytesTest {
  private static final Credentials TOKEN =
      new Credentials(null, null, List.of("a-token-of-the-tests"));
  private static final byte[] NOISE = "\u0000not a message".getBytes(StandardCharsets.UTF_8);

  @TempDir(cleanup = CleanupMode.NEVER)
  private Path directory;

  @Test
  void undecodableBytesAreParkedAndTheNextRecordGoesThrough() throws Exception {
    EmbeddedCluster cluster = SharedCluster.running();
    Connection connection =
        Connection.embedded(cluster.bootstrapServers(), cluster.zookeeper())
            .withAccess(Map.of(), TOKEN)
            .withTopicPrefix(SharedCluster.prefix(WrongBytesTest.class))
            .withPartitions(1, 1);
    Map<String, String> environment = new HashMap<>(connection.environment());
    environment.put("SLUICE_ROOT", directory.toString());
    environment.put("SLUICE_DATA", directory.resolve("store").toString());
    environment.put("SLUICE_KEY_FILE", directory.resolve("key").toString());
    Keyring.loadOrGenerate(directory.resolve("key"));
    Files.writeString(
        directory.resolve("plan.yaml"),
        """
        schema_version: 2
        workspace: wrong
        resources:
          - {name: made, type: local_file, config: {filename: made.txt, content: x}}
        """);
    Clients clients = new Clients(connection, "test");
    Topics topics = new Messages(connection).topics();
    try (StateService state = StateService.start(connection, environment);
        PlannerService planner = PlannerService.start(connection, environment);
        WorkerService worker = WorkerService.start(connection, environment);
        Producer<String, byte[]> producer = clients.producer()) {
      for (String topic : List.of(topics.plans(), topics.inbox(), topics.tasks("default"))) {
        ProducerRecord<String, byte[]> noise = new ProducerRecord<>(topic, 0, "k", NOISE);
        noise.headers().add(Headers.WORKSPACE, "wrong".getBytes(StandardCharsets.UTF_8));
        producer.send(noise).get();
      }

      Captured applied = Captured.run(directory, environment, "submit", "plan.yaml");

      assertThat(applied.out()).contains("Resources: 1 added, 0 changed, 0 destroyed.");
      List<DeadLetter> letters = awaitLetters(clients, topics, 3);
      assertThat(letters)
          .extracting(DeadLetter::topic)
          .containsExactlyInAnyOrder(topics.plans(), topics.inbox(), topics.tasks("default"));
      assertThat(letters)
          .allSatisfy(
              letter -> {
                assertThat(letter.value()).isEqualTo(NOISE);
                assertThat(letter.cause()).isNotBlank();
                assertThat(letter.offset()).isNotNegative();
              });
    }
  }

  private static List<DeadLetter> awaitLetters(Clients clients, Topics topics, int wanted)
      throws Exception {
    long until = System.nanoTime() + 30_000_000_000L;
    List<byte[]> values = new ArrayList<>();
    try (CompactedReader reader = new CompactedReader(clients)) {
      while (values.size() < wanted) {
        assertThat(System.nanoTime()).as("letters so far: " + values.size()).isLessThan(until);
        values.clear();
        reader.read(
            new TopicPartition(topics.deadLetters(), 0), 0, record -> values.add(record.value()));
      }
    }
    List<DeadLetter> letters = new ArrayList<>();
    for (byte[] value : values) {
      letters.add(Envelope.decode(value, DeadLetter.class));
    }
    return letters;
  }
}
