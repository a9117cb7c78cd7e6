package io.sluice.cli.command.runs;

import io.sluice.cli.command.shared.FleetOptions;
import io.sluice.cli.command.shared.Opening;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.follow.Follow;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Invocation;
import io.sluice.client.EventReader;
import io.sluice.model.record.RunRecord;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "watch",
    description = "Follows any run from its start; resumes an interrupted one.")
final class RunsWatchCommand implements Callable<Integer> {
  private static final Duration MARGIN = Duration.ofSeconds(60);
  private final Invocation invocation;

  @Mixin private FleetOptions fleet = new FleetOptions();

  @Mixin private RunArgument run = new RunArgument();

  @Option(names = "--json", description = "Print one JSON object per line.")
  private boolean json;

  RunsWatchCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    try (Deployment deployment =
        new Opening(invocation, fleet, "sluice runs watch").ofRecorded().toWork()) {
      RunRecord known = run.of(deployment).run();
      return follow(invocation, deployment, known, json).number();
    }
  }

  /** Follows a run that has begun, all its events from the first on. */
  static ExitCode follow(
      Invocation invocation, Deployment deployment, RunRecord run, boolean json) {
    return follow(invocation, deployment, run, json, false);
  }

  /** The same for a run that waited for approval and has it. */
  static ExitCode decided(
      Invocation invocation, Deployment deployment, RunRecord run, boolean json) {
    return follow(invocation, deployment, run, json, true);
  }

  private static ExitCode follow(
      Invocation invocation, Deployment deployment, RunRecord run, boolean json, boolean decided) {
    try (EventReader events =
        deployment.client().events(run.run(), Optional.of(run.submittedAt().minus(MARGIN)))) {
      Follow.Subject subject =
          new Follow.Subject(
              run.run(),
              run.workspace(),
              run.kind(),
              invocation.command("runs", "retry", run.run()),
              json);
      Follow follow = new Follow(invocation, deployment, subject);
      return (decided ? follow.deciding(() -> {}) : follow).toTheEnd(events);
    }
  }
}
