package io.sluice.cli.command;

import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(name = "workspace", description = "Lists, makes, selects and deletes workspaces.")
final class WorkspaceCommand implements Callable<Integer>, WithSubcommands {
  private final Invocation invocation;

  @Spec private CommandSpec spec = CommandSpec.create();

  WorkspaceCommand(Invocation invocation) {
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

  @Override
  public Integer call() {
    throw Fault.of(
        "Something is missing",
        "sluice workspace needs one of " + String.join(", ", spec.subcommands().keySet()) + ".",
        "`sluice workspace --help` shows what they do.");
  }
}
