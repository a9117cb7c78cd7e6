package io.sluice.service;

import io.sluice.service.measure.Figure;
import io.sluice.transport.Connection;
import io.sluice.transport.client.ClientFigures;
import io.sluice.transport.client.Clients;
import io.sluice.transport.zookeeper.Ensemble;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;

/** Kafka and ZooKeeper, as every service depends on them. */
public final class Dependencies implements AutoCloseable {
  private static final int ANSWER_MILLIS = 4_000;

  private final Admin admin;
  private final Pulse pulse;
  private final AtomicLong sessionsLost = new AtomicLong();
  private final Ensemble.Watch watch;

  public Dependencies(Clients clients, Ensemble ensemble) {
    Connection connection = clients.connection();
    this.admin = clients.admin();
    this.watch =
        ensemble.watch(
            change -> {
              if (change == Ensemble.Change.LOST) {
                sessionsLost.incrementAndGet();
              }
            });
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

  /** How they stand, and the clients of this process with them. */
  public void write(Metrics metrics) {
    Map<String, Integer> up = new TreeMap<>();
    Map<String, Double> silent = new TreeMap<>();
    pulse
        .silences()
        .forEach(
            (name, silence) -> {
              String which = name.substring(0, name.indexOf(' ')).toLowerCase(Locale.ROOT);
              up.put(which, silence.compareTo(Pulse.BOUND) <= 0 ? 1 : 0);
              silent.put(which, seconds(silence));
            });
    ClientFigures clients = ClientFigures.now();
    metrics
        .gauges(Figure.DEPENDENCY_UP, up)
        .gauges(Figure.DEPENDENCY_SILENT, silent)
        .counter(Figure.SESSIONS_LOST, sessionsLost.get())
        .gauges(Figure.KAFKA_CONNECTIONS, clients.connections())
        .counters(Figure.KAFKA_REFUSED, clients.refused())
        .counter(Figure.KAFKA_ERRORS, clients.errors())
        .counter(Figure.KAFKA_RETRIES, clients.retries())
        .gauges(Figure.KAFKA_LATENCY, clients.latency());
  }

  private static double seconds(Duration time) {
    return time.toMillis() / 1_000.0;
  }

  @Override
  public void close() {
    watch.close();
    pulse.close();
    admin.close(java.time.Duration.ZERO);
  }
}
