package io.sluice.cli.command.local;

import io.sluice.cli.command.shared.FleetOptions;
import io.sluice.cli.command.shared.Opening;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.deployment.Settings;
import io.sluice.cli.local.BackgroundDeployment;
import io.sluice.cli.local.Build;
import io.sluice.cli.local.LocalDeployment;
import io.sluice.cli.local.LocalDescription;
import io.sluice.cli.local.LocalDescription.Mode;
import io.sluice.cli.local.LocalDirectory;
import io.sluice.cli.render.JsonLine;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import java.nio.file.Files;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Starts the local deployment in the background, in a session of its own. */
@Command(
    name = "up",
    description = "Starts the local deployment of the working directory and keeps it running.")
public final class UpCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Option(
      names = {"-d", "--detach"},
      description = "Accepted, but not needed: the deployment always starts in the background.")
  private boolean detach;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  public UpCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    Settings settings = new FleetOptions().settings(invocation);
    settings
        .fleet()
        .ifPresent(
            fleet -> {
              throw Fault.of(
                  "A fleet is configured",
                  "The settings name Kafka at "
                      + fleet.bootstrapServers()
                      + ", so there is no local deployment to start.",
                  "Remove SLUICE_KAFKA and SLUICE_ZOOKEEPER, or use `sluice serve` on the fleet.");
            });
    LocalDirectory directory = new LocalDirectory(invocation.directory());
    boolean used = Files.exists(directory.kafka());
    Optional<LocalDescription> before = BackgroundDeployment.running(directory);
    // Said before the start: what a crash left may be over a moment after it.
    Set<String> told = before.isEmpty() ? Opening.tellResuming(directory, invocation) : Set.of();
    Optional<LocalDescription> up = ensureUp(invocation, settings);
    up.ifPresent(local -> tell(local, before.isPresent()));
    if (up.isPresent() && used && before.isEmpty()) {
      try (Deployment deployment =
          Deployment.of(
              LocalDeployment.open(
                  directory, Mode.FULL, "sluice up", settings.environment(), invocation::note))) {
        Opening.tellResumed(deployment, invocation, told);
      }
    }
    return ExitCode.DONE.number();
  }

  /**
   * Sees to it that a background deployment serves, or will as soon as the command that hosts the
   * deployment now has ended: then it is empty.
   */
  public static Optional<LocalDescription> ensureUp(Invocation invocation, Settings settings) {
    LocalDirectory directory = new LocalDirectory(invocation.directory());
    Optional<LocalDescription> running = BackgroundDeployment.running(directory);
    if (running.isPresent() && running.get().stays()) {
      if (!running.get().build().equals(Build.current())) {
        throw LocalDeployment.anotherBuild(running.get());
      }
      return running;
    }
    Optional<LocalDescription> started =
        BackgroundDeployment.start(
            directory,
            new BackgroundDeployment.Launch(HostCommand.NAME, settings.environment(), List.of()));
    if (started.isEmpty()) {
      invocation.note(
          running
                  .map(host -> "`" + host.command() + "` (pid " + host.pid() + ")")
                  .orElse("Another command")
              + " hosts the local deployment until it ends; the background process takes over"
              + " then.");
    }
    return started;
  }

  private void tell(LocalDescription local, boolean wasUp) {
    if (json) {
      invocation
          .terminal()
          .out()
          .println(
              JsonLine.of("up", Instant.now())
                  .put("pid", local.pid())
                  .put("kafka", local.kafka())
                  .put("zookeeper", local.zookeeper())
                  .put("http", local.http()));
      return;
    }
    invocation
        .terminal()
        .out()
        .println(
            (wasUp ? "The local deployment is already up" : "The local deployment is up")
                + " (pid "
                + local.pid()
                + "): Kafka "
                + local.kafka()
                + ", ZooKeeper "
                + local.zookeeper()
                + ". `sluice down` stops it.");
  }
}
