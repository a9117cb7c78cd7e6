package io.sluice.cli.command.workspace;

import io.sluice.cli.command.shared.FleetOptions;
import io.sluice.cli.command.shared.Opening;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.deployment.SelectedWorkspace;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.model.Suggestion;
import io.sluice.model.WorkspaceName;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "select", description = "Selects the workspace that later commands work on.")
final class WorkspaceSelectCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private FleetOptions fleet = new FleetOptions();

  @Parameters(paramLabel = "NAME", description = "As `workspace list` prints it.")
  private String name = "";

  @Option(names = "--or-create", description = "Create it if it does not exist.")
  private boolean orCreate;

  WorkspaceSelectCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    SelectedWorkspace.valid(name);
    List<String> names = List.of();
    Optional<Deployment> found = new Opening(invocation, fleet, "sluice workspace select").toLook();
    if (found.isPresent()) {
      try (Deployment deployment = found.get()) {
        names = deployment.query().workspaces();
      }
    }
    if (!names.contains(name) && !name.equals(WorkspaceName.DEFAULT)) {
      if (!orCreate) {
        throw Fault.of(
            "There is no workspace " + name,
            Suggestion.ofTyped(name, names).map(near -> "Did you mean " + near + "?").orElse(""),
            "`sluice workspace new " + name + "` creates it.");
      }
      return WorkspaceNewCommand.make(invocation, fleet, name);
    }
    SelectedWorkspace.select(invocation, name);
    invocation.terminal().out().println("Workspace " + name + " is now selected.");
    return ExitCode.DONE.number();
  }
}
