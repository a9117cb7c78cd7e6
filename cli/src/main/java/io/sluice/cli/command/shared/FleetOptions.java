package io.sluice.cli.command.shared;

import io.sluice.cli.deployment.Settings;
import io.sluice.cli.terminal.Invocation;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Which fleet is meant. Without any of these, and without settings elsewhere, the local deployment.
 */
public final class FleetOptions {
  @Option(
      names = "--bootstrap-servers",
      paramLabel = "HOST:PORT,...",
      description = "The fleet's Kafka brokers (or set SLUICE_KAFKA).")
  private @Nullable String bootstrapServers;

  @Option(
      names = "--zookeeper",
      paramLabel = "HOST:PORT,...",
      description = "The fleet's ZooKeeper (or set SLUICE_ZOOKEEPER).")
  private @Nullable String zookeeper;

  public Settings settings(Invocation invocation) {
    return Settings.of(
        invocation, Optional.ofNullable(bootstrapServers), Optional.ofNullable(zookeeper));
  }

  /** The same to be shown, whatever is wrong with them. */
  public Settings shown(Invocation invocation) {
    return Settings.shown(
        invocation, Optional.ofNullable(bootstrapServers), Optional.ofNullable(zookeeper));
  }
}
