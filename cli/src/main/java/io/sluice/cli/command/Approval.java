package io.sluice.cli.command;

import io.sluice.cli.ExitCode;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.deployment.Submission;
import io.sluice.cli.render.PlanText;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.model.Address;
import io.sluice.model.message.Snapshot;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.RunKind;
import io.sluice.model.record.StateRecord;
import io.sluice.planner.diff.Diff;
import io.sluice.planner.diff.Situation;
import io.sluice.provider.ProviderRegistry;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Shows the plan to a person and asks when something would be deleted or replaced. The planner
 * draws the plan again under the run's claim; this one is for the person's eyes.
 */
final class Approval {
  private final Invocation invocation;
  private final Deployment deployment;

  Approval(Invocation invocation, Deployment deployment) {
    this.invocation = invocation;
    this.deployment = deployment;
  }

  /** What to exit with when the person said no; empty when the submission may go. */
  Optional<ExitCode> ask(PlanFile file, Submission submission) {
    Snapshot snapshot = deployment.query().snapshot(submission.workspace(), 0);
    Diff.Outcome outcome =
        Diff.draw(
            new Situation(
                file.document(),
                snapshot,
                RunKind.APPLY,
                submission.options(),
                ProviderRegistry.load(invocation.directory().resolve("plugins"))));
    List<Node> nodes =
        switch (outcome) {
          case Diff.Drawn drawn -> drawn.plan().nodes();
          case Diff.Refused refused -> throw new Fault(refused.reasons());
        };
    PlanText.Totals totals = PlanText.totals(nodes);
    if (totals.isNothing()) {
      return Optional.empty();
    }
    Map<Address, StateRecord> prior =
        snapshot.resources().stream()
            .collect(Collectors.toMap(StateRecord::address, Function.identity()));
    invocation
        .terminal()
        .out()
        .print(PlanText.of(nodes, prior, invocation.terminal().style()) + "\n");
    if (PlanText.destroyed(nodes).isEmpty() || agreed(submission.workspace())) {
      return Optional.empty();
    }
    invocation.note("Nothing was changed.");
    return Optional.of(ExitCode.FAILED);
  }

  private boolean agreed(String workspace) {
    String question =
        "Do you want to perform these actions in workspace \""
            + workspace
            + "\"?\n"
            + "  Only 'yes' will be accepted to approve.\n\n  Enter a value: ";
    return invocation.terminal().ask(question).equals("yes");
  }
}
