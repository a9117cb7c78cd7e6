package io.sluice.embedded;

import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How the embedded cluster is started.
 *
 * @param kafkaPort 0 for a free one
 * @param zookeeperPort 0 for a free one
 * @param brokerSettings on top of, and stronger than, what the embedded broker sets
 * @param secret the secret that every client needs; without one, every user of the machine may do
 *     everything there: for tests only
 * @param minimumSession the shortest ZooKeeper session that a client may ask for
 * @param alone whether every process that used this data before is known to be dead, as under the
 *     lock of a directory: then a start waits for none of them
 * @param onFault called once, with a sentence for people, when the broker gives up while running
 *     (its disk is full, say); the embedded cluster must be closed then
 */
public record ClusterOptions(
    int kafkaPort,
    int zookeeperPort,
    Map<String, String> brokerSettings,
    @Nullable DeploymentSecret secret,
    Duration minimumSession,
    boolean alone,
    Consumer<String> onFault) {
  /** For tests: any client of the port may do everything. */
  public static final ClusterOptions OPEN =
      new ClusterOptions(0, 0, Map.of(), null, Duration.ofSeconds(1), false, fault -> {});

  public ClusterOptions {
    brokerSettings = Map.copyOf(brokerSettings);
  }

  /** Only who has the secret gets in, whatever the client speaks. */
  public static ClusterOptions closed(DeploymentSecret secret) {
    return new ClusterOptions(0, 0, Map.of(), secret, Duration.ofSeconds(1), false, fault -> {});
  }

  public ClusterOptions withBrokerSettings(Map<String, String> settings) {
    return new ClusterOptions(
        kafkaPort, zookeeperPort, settings, secret, minimumSession, alone, onFault);
  }

  public ClusterOptions withFaultsTo(Consumer<String> listener) {
    return new ClusterOptions(
        kafkaPort, zookeeperPort, brokerSettings, secret, minimumSession, alone, listener);
  }

  /** For who knows that nobody uses the data: the start waits for no predecessor's time-out. */
  public ClusterOptions withoutPredecessors() {
    return new ClusterOptions(
        kafkaPort, zookeeperPort, brokerSettings, secret, minimumSession, true, onFault);
  }
}
