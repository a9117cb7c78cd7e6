package io.sluice.cli.command.workspace;

import io.sluice.cli.command.shared.FleetOptions;
import io.sluice.cli.command.shared.Opening;
import io.sluice.cli.command.shared.StateEditor;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.deployment.SelectedWorkspace;
import io.sluice.cli.surgery.Edit;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.model.message.Order.Whole;
import io.sluice.model.record.RunOutcome;
import io.sluice.model.record.RunRecord;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(name = "new", description = "Creates an empty workspace and selects it.")
final class WorkspaceNewCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private FleetOptions fleet = new FleetOptions();

  @Parameters(
      paramLabel = "NAME",
      description = "Up to 90 letters, digits, dots, dashes or underscores.")
  private String name = "";

  WorkspaceNewCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    return make(invocation, fleet, name);
  }

  static int make(Invocation invocation, FleetOptions fleet, String name) {
    SelectedWorkspace.valid(name);
    try (Deployment deployment = new Opening(invocation, fleet, "sluice workspace new").toWork()) {
      if (deployment.query().workspaces().contains(name)) {
        throw Fault.of(
            "There is a workspace " + name + " already",
            "It was not changed.",
            "`sluice workspace select " + name + "` selects it.");
      }
      // When two create it at the same time, the second edit finds nothing unexpected, and
      // both made an empty workspace.
      Whole whole = new Whole(UUID.randomUUID().toString(), 0, false);
      RunRecord run =
          StateEditor.send(
              deployment, name, new Edit("workspace new", List.of(), List.of(), Map.of(), whole));
      if (run.outcome() != RunOutcome.SUCCEEDED) {
        throw Fault.of("The workspace was not created", String.join("; ", run.reasons()) + ".", "");
      }
    }
    SelectedWorkspace.select(invocation, name);
    invocation.terminal().out().println("Workspace " + name + " exists, and is now selected.");
    return ExitCode.DONE.number();
  }
}
