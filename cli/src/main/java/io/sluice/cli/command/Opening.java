package io.sluice.cli.command;

import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.deployment.Settings;
import io.sluice.cli.follow.RunRecords;
import io.sluice.cli.render.RunsText;
import io.sluice.cli.stack.Stack;
import io.sluice.cli.stack.StackDescription.Mode;
import io.sluice.cli.stack.StackDirectory;
import io.sluice.cli.terminal.Invocation;
import io.sluice.model.record.RunPhase;
import io.sluice.model.record.RunRecord;
import io.sluice.transport.Connection;
import java.nio.file.Files;
import java.util.Map;
import java.util.Optional;

/**
 * How a command gets at what it talks to: the fleet that is named, else the directory's own stack.
 */
final class Opening {
  private final Invocation invocation;
  private final FleetOptions fleet;
  private final String command;

  /**
   * @param command as other commands will name it while it hosts the stack
   */
  Opening(Invocation invocation, FleetOptions fleet, String command) {
    this.invocation = invocation;
    this.fleet = fleet;
    this.command = command;
  }

  /** For commands that change something: runs that a crash left behind go on. */
  Deployment toWork() {
    Settings settings = fleet.settings(invocation);
    Optional<Connection> configured = settings.fleet();
    if (configured.isPresent()) {
      return Deployment.of(configured.get());
    }
    Map<String, String> environment = settings.environment();
    StackDirectory directory = new StackDirectory(invocation.directory());
    boolean used = Files.exists(directory.kafka());
    Stack stack = Stack.open(directory, Mode.FULL, command, environment, invocation::note);
    Deployment deployment = Deployment.of(stack);
    if (stack.isHost() && used) {
      tellResumed(deployment, invocation);
    }
    return deployment;
  }

  /** For commands that only look; empty where nothing was ever recorded. */
  Optional<Deployment> toLook() {
    Settings settings = fleet.settings(invocation);
    Optional<Connection> configured = settings.fleet();
    if (configured.isPresent()) {
      return configured.map(Deployment::of);
    }
    StackDirectory directory = new StackDirectory(invocation.directory());
    if (!Files.exists(directory.kafka())) {
      return Optional.empty();
    }
    return Optional.of(
        Deployment.of(
            Stack.open(directory, Mode.READ, command, settings.environment(), invocation::note)));
  }

  static void tellResumed(Deployment deployment, Invocation invocation) {
    for (RunRecord run : RunRecords.decoded(deployment.query().runs())) {
      if (!run.ended() && run.phase() != RunPhase.QUEUED) {
        invocation.note(resuming(run));
      }
    }
  }

  private static String resuming(RunRecord run) {
    return "resuming run "
        + run.run()
        + ", "
        + RunsText.done(run.counts())
        + " of "
        + run.counts().nodes()
        + " done";
  }
}
