package io.sluice.service;

import io.sluice.transport.Connection;
import io.sluice.transport.client.Clients;
import io.sluice.transport.zookeeper.Ensemble;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;

/** Kafka and ZooKeeper, as every service depends on them. */
public final class Dependencies implements AutoCloseable {
  private static final int ANSWER_MILLIS = 4_000;

  private final Admin admin;
  private final Pulse pulse;

  public Dependencies(Clients clients, Ensemble ensemble) {
    Connection connection = clients.connection();
    this.admin = clients.admin();
    Map<String, Callable<?>> asked = new LinkedHashMap<>();
    asked.put("Kafka at " + connection.bootstrapServers(), this::askKafka);
    asked.put("ZooKeeper at " + connection.zookeeper(), ensemble::ping);
    this.pulse = Pulse.of(asked);
  }

  private Object askKafka() throws Exception {
    return admin
        .describeCluster(new DescribeClusterOptions().timeoutMs(ANSWER_MILLIS))
        .clusterId()
        .get(ANSWER_MILLIS + 1_000, TimeUnit.MILLISECONDS);
  }

  /** What has not answered lately. */
  public List<String> faults() {
    return pulse.faults();
  }

  @Override
  public void close() {
    pulse.close();
    admin.close(java.time.Duration.ZERO);
  }
}
