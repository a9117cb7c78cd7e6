package io.sluice.cli.command.fleet;

import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.fleet.FleetPlan;
import io.sluice.cli.fleet.WalkDocument;
import io.sluice.cli.follow.Follow;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Invocation;
import io.sluice.cli.terminal.Operator;
import io.sluice.cli.terminal.Unsent;
import io.sluice.client.EventReader;
import io.sluice.client.RunIds;
import io.sluice.client.Submission;
import io.sluice.model.json.Json;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import java.util.Optional;

/** Submits the run that walks workspaces, and follows it. */
public final class Walking {
  private final Invocation invocation;
  private final Deployment deployment;
  private final boolean json;
  private final Unsent unsent;

  public Walking(Invocation invocation, Deployment deployment, boolean json, Unsent unsent) {
    this.invocation = invocation;
    this.deployment = deployment;
    this.json = json;
    this.unsent = unsent;
  }

  /**
   * Has what was planned carried out.
   *
   * @param detach whether the run is left alone
   */
  public ExitCode walk(FleetPlan plan, WalkDocument.Choices choices, boolean detach) {
    Submission submission =
        new Submission(
            RunIds.next(),
            false,
            choices.workspace(),
            Json.encode(WalkDocument.of(plan, choices)),
            options(choices),
            Operator.name());
    return detach ? left(submission) : followed(submission);
  }

  private static RunOptions options(WalkDocument.Choices choices) {
    RunOptions usual = RunOptions.DEFAULT;
    return new RunOptions(
        WalkDocument.places(choices.options().parallelism(), choices),
        usual.onFailure(),
        usual.targets(),
        usual.refresh(),
        usual.approval(),
        usual.approvedHash(),
        usual.adoptWorkspace(),
        usual.allowEmpty());
  }

  private ExitCode left(Submission submission) {
    unsent.close();
    deployment.client().submit(submission, RunKind.APPLY);
    invocation.terminal().out().println(submission.run());
    invocation.note(
        "The run continues without this command:\n  "
            + invocation.command("runs", "watch", submission.run()));
    return ExitCode.DONE;
  }

  private ExitCode followed(Submission submission) {
    try (EventReader events = deployment.client().events(submission.run(), Optional.empty())) {
      unsent.close();
      deployment.client().submit(submission, RunKind.APPLY);
      Follow.Subject subject =
          new Follow.Subject(
              submission.run(), submission.workspace(), RunKind.APPLY, invocation.again(), json);
      ExitCode end = new Follow(invocation, deployment, subject).totalled().toTheEnd(events);
      new WalkSummary(invocation, json).show(deployment, submission.run());
      return end;
    }
  }
}
