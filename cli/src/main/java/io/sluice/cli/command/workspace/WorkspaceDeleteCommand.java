package io.sluice.cli.command.workspace;

import io.sluice.cli.command.shared.FleetOptions;
import io.sluice.cli.command.shared.Opening;
import io.sluice.cli.command.shared.StateEditor;
import io.sluice.cli.command.state.StatePushCommand;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.deployment.SelectedWorkspace;
import io.sluice.cli.surgery.Edit;
import io.sluice.cli.surgery.Records;
import io.sluice.cli.surgery.Replacement;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.model.WorkspaceName;
import io.sluice.model.message.Order.Whole;
import io.sluice.model.record.RunOutcome;
import io.sluice.model.record.RunRecord;
import io.sluice.model.record.StateRecord;
import io.sluice.transport.query.QueryClient;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "delete",
    description = "Deletes an empty workspace; with --force, also one that is not.")
final class WorkspaceDeleteCommand implements Callable<Integer> {
  private static final int SHOWN = 20;
  private final Invocation invocation;

  @Mixin private FleetOptions fleet = new FleetOptions();

  @Parameters(paramLabel = "NAME", description = "As `workspace list` prints it.")
  private String name = "";

  @Option(
      names = {"--force", "-f"},
      description = "Delete the workspace's state. The real objects remain, unmanaged.")
  private boolean force;

  WorkspaceDeleteCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    SelectedWorkspace.valid(name);
    if (SelectedWorkspace.of(invocation).orElse(WorkspaceName.DEFAULT).equals(name)) {
      throw Fault.of(
          "Workspace " + name + " is selected",
          "Deleting it would leave the commands of this directory without one.",
          "Select another one first: `sluice workspace select NAME`.");
    }
    try (Deployment deployment =
        new Opening(invocation, fleet, "sluice workspace delete").ofRecorded().toOrder()) {
      if (!deployment.query().workspaces().contains(name)) {
        throw Fault.of("There is no workspace " + name, "", "`sluice workspace list` lists them.");
      }
      delete(deployment);
    }
    invocation.terminal().out().println("Workspace " + name + " is deleted.");
    return ExitCode.DONE.number();
  }

  private void delete(Deployment deployment) {
    List<StateRecord> there =
        StatePushCommand.all(deployment.query().snapshot(name, QueryClient.ANY_VERSION));
    if (!there.isEmpty()) {
      String list =
          String.join(", ", there.stream().map(one -> one.address().text()).limit(SHOWN).toList())
              + (there.size() > SHOWN ? " and " + (there.size() - SHOWN) + " more" : "");
      if (!force) {
        throw Fault.of(
            "Workspace " + name + " is not empty",
            "It holds " + there.size() + " records: " + list + ".",
            "Destroy what is in it first. --force deletes its state only: the real objects remain,"
                + " unmanaged.");
      }
      invocation.note("Removed from state; the real objects remain: " + list);
    }
    Edit edit =
        Replacement.of("workspace delete", new Records(there), List.of(), new Whole(null, 0, true));
    RunRecord run = StateEditor.send(deployment, name, edit);
    if (run.outcome() != RunOutcome.SUCCEEDED) {
      throw Fault.of(
          "The workspace was not deleted",
          String.join("; ", run.reasons()) + ".",
          "`sluice runs list` shows its runs.");
    }
  }
}
