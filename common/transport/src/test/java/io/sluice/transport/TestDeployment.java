package io.sluice.transport;

import io.sluice.embedded.EmbeddedCluster;
import io.sluice.embedded.SharedCluster;
import io.sluice.transport.client.Clients;
import io.sluice.transport.topic.TopicSetup;
import java.time.Duration;
import java.util.List;

/** A deployment of its own on the shared cluster. */
public final class TestDeployment {
  private TestDeployment() {}

  public static Connection connection(Class<?> test) {
    EmbeddedCluster cluster = SharedCluster.running();
    return Connection.embedded(cluster.bootstrapServers(), cluster.zookeeper())
        .withTopicPrefix(SharedCluster.prefix(test))
        .withPartitions(2, 2)
        .withSessions(Duration.ofSeconds(6), Duration.ofSeconds(2));
  }

  public static Clients withTopics(Class<?> test) {
    Clients clients = new Clients(connection(test), "test");
    new TopicSetup(clients.connection(), clients).ensure(List.of("default"));
    return clients;
  }
}
