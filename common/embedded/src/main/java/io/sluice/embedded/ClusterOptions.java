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
 * @param onFault called once, with a sentence for people, when the broker gives up while running
 *     (its disk is full, say); the embedded cluster must be closed then
 */
public record ClusterOptions(
    int kafkaPort,
    int zookeeperPort,
    Map<String, String> brokerSettings,
    @Nullable DeploymentSecret secret,
    Duration minimumSession,
    Consumer<String> onFault) {
  /** For tests: any client of the port may do everything. */
  public static final ClusterOptions OPEN =
      new ClusterOptions(0, 0, Map.of(), null, Duration.ofSeconds(1), fault -> {});

  public ClusterOptions {
    brokerSettings = Map.copyOf(brokerSettings);
  }

  /** Only who has the secret gets in, whatever the client speaks. */
  public static ClusterOptions closed(DeploymentSecret secret) {
    return new ClusterOptions(0, 0, Map.of(), secret, Duration.ofSeconds(1), fault -> {});
  }

  public ClusterOptions withBrokerSettings(Map<String, String> settings) {
    return new ClusterOptions(kafkaPort, zookeeperPort, settings, secret, minimumSession, onFault);
  }

  public ClusterOptions withFaultsTo(Consumer<String> listener) {
    return new ClusterOptions(
        kafkaPort, zookeeperPort, brokerSettings, secret, minimumSession, listener);
  }
}
