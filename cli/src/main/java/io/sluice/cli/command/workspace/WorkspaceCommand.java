package io.sluice.cli.command.workspace;

import io.sluice.cli.command.shared.CommandGroup;
import io.sluice.cli.terminal.Invocation;
import picocli.CommandLine;
import picocli.CommandLine.Command;

@Command(name = "workspace", description = "Lists, creates, selects and deletes workspaces.")
public final class WorkspaceCommand extends CommandGroup {
  private final Invocation invocation;

  public WorkspaceCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public void addTo(CommandLine line) {
    line.addSubcommand("list", new WorkspaceListCommand(invocation))
        .addSubcommand("show", new WorkspaceShowCommand(invocation))
        .addSubcommand("select", new WorkspaceSelectCommand(invocation))
        .addSubcommand("new", new WorkspaceNewCommand(invocation))
        .addSubcommand("delete", new WorkspaceDeleteCommand(invocation));
  }
}
