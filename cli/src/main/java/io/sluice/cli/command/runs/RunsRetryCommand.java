package io.sluice.cli.command.runs;

import io.sluice.cli.command.shared.FleetOptions;
import io.sluice.cli.command.shared.Opening;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.follow.Follow;
import io.sluice.cli.follow.KnownRun;
import io.sluice.cli.plan.RunPlan;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.cli.terminal.Operator;
import io.sluice.client.EventReader;
import io.sluice.client.RunIds;
import io.sluice.model.message.Order;
import io.sluice.model.plan.RunOptions;
import io.sluice.model.record.RunOutcome;
import io.sluice.model.record.RunRecord;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "retry",
    description =
        "Runs again what an ended run left undone, and follows it. If that run needed approval, so"
            + " does this one.")
final class RunsRetryCommand implements Callable<Integer> {
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

  RunsRetryCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    try (Deployment deployment =
        new Opening(invocation, fleet, "sluice runs retry").ofRecorded().toWork()) {
      RunRecord known = KnownRun.find(deployment, run).run();
      requireRetryable(known);
      if (known.options().approval() == RunOptions.Approval.REQUIRED
          || known.options().approvedHash() != null) {
        RunPlan.requireSomebody(invocation, autoApprove, json);
      }
      String again = RunIds.next();
      try (EventReader events = deployment.client().events(again, Optional.empty())) {
        deployment
            .client()
            .order(known.workspace(), new Order.Retry(known.run(), again, Operator.name()));
        Follow.Subject subject =
            new Follow.Subject(
                again,
                known.workspace(),
                known.kind(),
                invocation.command("runs", "retry", again),
                json);
        RunPlan plan = new RunPlan(invocation, fleet.settings(invocation), deployment);
        return new Follow(invocation, deployment, subject)
            .deciding(() -> plan.decide(again, autoApprove, true, json))
            .toTheEnd(events)
            .number();
      }
    }
  }

  private void requireRetryable(RunRecord known) {
    if (!known.ended()) {
      throw Fault.of(
          "Run " + known.run() + " has not ended",
          "Only a run that has ended can be retried.",
          "`" + invocation.command("runs", "watch", known.run()) + "` follows it.");
    }
    if (known.outcome() == RunOutcome.SUCCEEDED) {
      throw Fault.of(
          "Run " + known.run() + " has succeeded",
          "There is nothing to retry.",
          "`" + invocation.command("runs", "show", known.run()) + "` shows it.");
    }
  }
}
