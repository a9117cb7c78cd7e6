package io.sluice.cli.command.runs;

import io.sluice.cli.command.shared.CommandGroup;
import io.sluice.cli.terminal.Invocation;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The commands about runs; each of them is a class of its own. */
@Command(name = "runs", description = "Shows runs and controls them.")
public final class RunsCommand extends CommandGroup {
  private final Invocation invocation;

  public RunsCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public void addTo(CommandLine line) {
    line.addSubcommand("list", new RunsListCommand(invocation))
        .addSubcommand("show", new RunsShowCommand(invocation))
        .addSubcommand("watch", new RunsWatchCommand(invocation))
        .addSubcommand("logs", new RunsLogsCommand(invocation))
        .addSubcommand("approve", new RunsApproveCommand(invocation))
        .addSubcommand("discard", new RunsOrderCommand.Discard(invocation))
        .addSubcommand("cancel", new RunsOrderCommand.Cancel(invocation))
        .addSubcommand("pause", new RunsOrderCommand.Pause(invocation))
        .addSubcommand("resume", new RunsOrderCommand.Resume(invocation))
        .addSubcommand("abandon", new RunsOrderCommand.Abandon(invocation))
        .addSubcommand("retry", new RunsRetryCommand(invocation))
        .addSubcommand("resolve", new RunsResolveCommand(invocation));
  }
}
