package io.sluice.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cli.Captured;
import io.sluice.embedded.EmbeddedCluster;
import io.sluice.embedded.SharedCluster;
import io.sluice.planner.PlannerService;
import io.sluice.state.StateService;
import io.sluice.transport.Connection;
import io.sluice.transport.seal.Keyring;
import io.sluice.worker.WorkerService;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.kafka.KafkaContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * The commands against services that were started with a Kafka and a ZooKeeper of somebody's own:
 * once the embedded broker, once a container where Docker is present.
 */
class FleetTest {
  private static final String PLAN =
      """
      schema_version: 2
      workspace: fleet
      resources:
        - {name: word, type: random_id, config: {byte_length: 4}}
        - {name: made, type: local_file, config: {filename: made.txt, content: "${word.hex}"}}
      """;

  @TempDir(cleanup = CleanupMode.NEVER)
  private Path directory;

  @Nested
  class OnTheEmbeddedBroker {
    @Test
    void appliesChangesAndRemoves() throws Exception {
      EmbeddedCluster cluster = SharedCluster.running();
      appliesAPlanAndItsChange(
          Connection.embedded(cluster.bootstrapServers(), cluster.zookeeper())
              .withTopicPrefix(SharedCluster.prefix(FleetTest.class)));
    }
  }

  @Nested
  class OnAContainer {
    @Test
    void appliesChangesAndRemoves() throws Exception {
      Assumptions.assumeTrue(
          DockerClientFactory.instance().isDockerAvailable(),
          "no Docker engine runs here: the same test on a Kafka container is left out");
      try (KafkaContainer kafka =
          new KafkaContainer(DockerImageName.parse("apache/kafka-native:4.3.1"))) {
        kafka.start();
        appliesAPlanAndItsChange(
            Connection.embedded(kafka.getBootstrapServers(), SharedCluster.running().zookeeper())
                .withTopicPrefix(SharedCluster.prefix(FleetTest.class)));
      }
    }
  }

  private void appliesAPlanAndItsChange(Connection connection) throws Exception {
    Map<String, String> environment = new HashMap<>(connection.environment());
    environment.put("SLUICE_ROOT", directory.toString());
    environment.put("SLUICE_DATA", directory.resolve("store").toString());
    environment.put("SLUICE_KEY_FILE", directory.resolve("key").toString());
    environment.put("SLUICE_HTTP_HOST", "127.0.0.1");
    Keyring.loadOrGenerate(directory.resolve("key"));
    Path plan = Files.writeString(directory.resolve("plan.yaml"), PLAN);
    Path made = directory.resolve("made.txt");
    try (StateService state = StateService.start(connection, environment);
        PlannerService planner = PlannerService.start(connection, environment);
        WorkerService worker = WorkerService.start(connection, environment)) {
      Captured applied = sluice(environment, "submit", "plan.yaml");
      assertThat(applied.err()).isEmpty();
      assertThat(applied.out()).contains("Resources: 2 added, 0 changed, 0 destroyed.");
      assertThat(made).content().matches("[0-9a-f]{8}");

      assertThat(sluice(environment, "submit", "plan.yaml").out()).contains("No changes.");

      Files.writeString(plan, PLAN.replaceAll("(?m)^  - \\{name: made.*\\n", ""));
      assertThat(sluice(environment, "submit", "plan.yaml").out())
          .contains("Resources: 0 added, 0 changed, 1 destroyed.");
      assertThat(made).doesNotExist();
      assertThat(sluice(environment, "state", "list", "--workspace", "fleet").out())
          .isEqualTo("random_id.word\n");
    }
  }

  private Captured sluice(Map<String, String> environment, String... arguments) {
    return Captured.run(directory, environment, arguments);
  }
}
