package io.sluice.embedded;

import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;

/**
 * How the embedded cluster is started.
 *
 * @param kafkaPort 0 for a free one
 * @param zookeeperPort 0 for a free one
 * @param brokerSettings on top of, and stronger than, what the embedded broker sets
 * @param minimumSession the shortest ZooKeeper session that a client may ask for
 * @param onFault told once, with a sentence for people, when the broker gives up while running (its
 *     disk is full, say); the embedded cluster must be closed then
 */
public record ClusterOptions(
    int kafkaPort,
    int zookeeperPort,
    Map<String, String> brokerSettings,
    Duration minimumSession,
    Consumer<String> onFault) {
  public static final ClusterOptions DEFAULT =
      new ClusterOptions(0, 0, Map.of(), Duration.ofSeconds(1), fault -> {});

  public ClusterOptions {
    brokerSettings = Map.copyOf(brokerSettings);
  }

  public ClusterOptions withBrokerSettings(Map<String, String> settings) {
    return new ClusterOptions(kafkaPort, zookeeperPort, settings, minimumSession, onFault);
  }

  public ClusterOptions withFaultsTo(Consumer<String> listener) {
    return new ClusterOptions(kafkaPort, zookeeperPort, brokerSettings, minimumSession, listener);
  }
}
