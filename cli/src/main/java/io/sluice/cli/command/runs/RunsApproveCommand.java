package io.sluice.cli.command.runs;

import io.sluice.cli.command.shared.FleetOptions;
import io.sluice.cli.command.shared.Opening;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.follow.KnownRun;
import io.sluice.cli.plan.RunPlan;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Invocation;
import io.sluice.model.record.RunRecord;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "approve",
    description = "Shows the plan of a run that awaits approval, asks, and follows the run.")
final class RunsApproveCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private FleetOptions fleet = new FleetOptions();

  @Parameters(
      paramLabel = "RUN",
      description = "The run's id, the beginning of it, or `last`: your last change.")
  private String run = "";

  @Option(names = "--auto-approve", description = "Skip the approval prompt.")
  private boolean autoApprove;

  @Option(names = "--json", description = "Print one JSON object per line.")
  private boolean json;

  RunsApproveCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  /** Without a terminal, the run may not await approval either. */
  private void lookFirst() {
    new Opening(invocation, fleet, "sluice runs approve")
        .toLook()
        .ifPresent(
            deployment -> {
              try (deployment) {
                RunPlan.requireWaiting(invocation, KnownRun.find(deployment, run).run());
              }
            });
  }

  @Override
  public Integer call() {
    if (!autoApprove && (json || !invocation.terminal().interactive())) {
      lookFirst();
    }
    RunPlan.requireSomebody(invocation, autoApprove, json);
    try (Deployment deployment =
        new Opening(invocation, fleet, "sluice runs approve").ofRecorded().toWork()) {
      RunRecord known = KnownRun.find(deployment, run).run();
      boolean approved =
          new RunPlan(invocation, fleet.settings(invocation), deployment)
              .decide(known.run(), autoApprove, false, json);
      ExitCode code =
          approved
              ? RunsWatchCommand.decided(invocation, deployment, known, json)
              : ExitCode.FAILED;
      return code.number();
    }
  }
}
