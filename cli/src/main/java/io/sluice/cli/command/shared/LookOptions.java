package io.sluice.cli.command.shared;

import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.deployment.Settings;
import io.sluice.cli.terminal.Invocation;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What every command that only looks takes, and how it gets to see something. */
public final class LookOptions {
  @Mixin private FleetOptions fleet = new FleetOptions();

  @Option(names = "--json", description = "Print one JSON object per line.")
  private boolean json;

  public boolean json() {
    return json;
  }

  public Settings settings(Invocation invocation) {
    return fleet.settings(invocation);
  }

  /**
   * What is seen, with the deployment closed again; empty where nothing was ever recorded.
   *
   * @param command as other commands will name this one while it hosts the deployment
   */
  public <T> Optional<T> at(
      Invocation invocation, String command, Function<Deployment, T> looking) {
    Optional<Deployment> found = new Opening(invocation, fleet, command).toLook();
    if (found.isEmpty()) {
      return Optional.empty();
    }
    try (Deployment deployment = found.get()) {
      return Optional.of(looking.apply(deployment));
    }
  }
}
