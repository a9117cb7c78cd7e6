package io.sluice.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.embedded.ClusterOptions;
import io.sluice.embedded.EmbeddedCluster;
import io.sluice.transport.Connection;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RawLoopTest {
  @Test
  void goesRoundAndLeavesNoTopicBehind(@TempDir Path directory) throws Exception {
    try (EmbeddedCluster cluster = EmbeddedCluster.start(directory, ClusterOptions.OPEN);
        Admin admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrapServers()))) {
      Connection connection = Connection.embedded(cluster.bootstrapServers(), cluster.zookeeper());
      try (RawLoop loop = RawLoop.start(connection)) {
        assertThat(loop.fanOut(500)).isPositive();
        assertThat(loop.chain(20)).isBetween(0.1, 2_000.0);
        assertThat(loop.fanOut(500)).isPositive();
        assertThat(admin.listTopics().names().get())
            .filteredOn(name -> name.contains("bench-raw"))
            .hasSize(3);
      }
      assertThat(admin.listTopics().names().get()).noneMatch(name -> name.contains("bench-raw"));
    }
  }
}
