package io.sluice.cli.command.workspace;

import io.sluice.cli.deployment.SelectedWorkspace;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Invocation;
import io.sluice.model.WorkspaceName;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

@Command(name = "show", description = "Prints the name of the selected workspace.")
final class WorkspaceShowCommand implements Callable<Integer> {
  private final Invocation invocation;

  WorkspaceShowCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    invocation
        .terminal()
        .out()
        .println(SelectedWorkspace.of(invocation).orElse(WorkspaceName.DEFAULT));
    return ExitCode.DONE.number();
  }
}
