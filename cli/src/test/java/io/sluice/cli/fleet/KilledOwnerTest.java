package io.sluice.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.embedded.EmbeddedCluster;
import io.sluice.embedded.SharedCluster;
import io.sluice.model.PoolName;
import io.sluice.transport.Connection;
import io.sluice.transport.Credentials;
import io.sluice.transport.client.Clients;
import io.sluice.transport.topic.TopicSetup;
import io.sluice.transport.zookeeper.Announcement;
import io.sluice.transport.zookeeper.Ensemble;
import io.sluice.transport.zookeeper.OwnerDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** A consumer group would notice a dead owner only after the time that this test may take. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class KilledOwnerTest {
  private static final Duration GROUP_SESSION = Duration.ofMinutes(20);
  private static final Duration SESSION = Duration.ofSeconds(3);
  private static final int PARTITIONS = 4;

  @TempDir(cleanup = CleanupMode.NEVER)
  private Path directory;

  private Connection connection;
  private Ensemble ensemble;
  private OwnerDirectory owners;
  private final Map<String, ServiceProcess> services = new HashMap<>();

  @BeforeEach
  void deploy() throws Exception {
    EmbeddedCluster cluster = SharedCluster.running();
    connection =
        Connection.embedded(cluster.bootstrapServers(), cluster.zookeeper())
            .withAccess(Map.of(), new Credentials(null, null, List.of("a-token-of-the-tests")))
            .withTopicPrefix(SharedCluster.prefix(KilledOwnerTest.class))
            .withPartitions(PARTITIONS, 2)
            .withSessions(GROUP_SESSION, SESSION);
    new TopicSetup(connection, new Clients(connection, "test")).ensure(List.of(PoolName.DEFAULT));
    ensemble = Ensemble.connect(connection);
    owners = new OwnerDirectory(ensemble, connection);
    for (String name : List.of("state-1", "state-2")) {
      services.put(name, service(name));
    }
    for (ServiceProcess service : services.values()) {
      service.awaitServing();
    }
    awaitOwners(List.of("state-1", "state-2"));
  }

  private ServiceProcess service(String name) throws IOException {
    Map<String, String> environment = new HashMap<>(connection.environment());
    environment.put("SLUICE_DATA", directory.resolve("store-" + name).toString());
    environment.put("SLUICE_STATE_NAME", name);
    environment.put("SLUICE_LOG", "info");
    return new ServiceProcess("state", directory, directory.resolve(name + ".log"), environment);
  }

  @AfterEach
  void end() {
    services.values().forEach(ServiceProcess::close);
    ensemble.close();
  }

  @Test
  void partitionsOfAKilledOwnerAreTakenOverWhenItsNodeGoes() throws Exception {
    services.get("state-1").kill();
    awaitOwners(List.of("state-2"));

    services.get("state-1").killAndStartAgain();
    awaitOwners(List.of("state-1", "state-2"));

    services.get("state-2").terminateAndStartAgain();
    awaitOwners(List.of("state-1", "state-2"));
  }

  /** Until every partition has an owner, and all of these own some. */
  private void awaitOwners(List<String> names) throws InterruptedException {
    while (true) {
      owners.forgetAll();
      List<String> found =
          owners.instances().stream().map(Announcement::instance).sorted().toList();
      if (owners.complete() && found.equals(names)) {
        assertThat(found).isEqualTo(names);
        return;
      }
      Thread.sleep(100);
    }
  }
}
