package io.sluice.cli.command;

import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The commands about runs; each of them is a class of its own. */
@Command(name = "runs", description = "Shows and steers the runs of the deployment.")
final class RunsCommand implements Callable<Integer>, WithSubcommands {
  private final Invocation invocation;

  @Spec private CommandSpec spec = CommandSpec.create();

  RunsCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public void addTo(CommandLine line) {
    line.addSubcommand("list", new RunsListCommand(invocation))
        .addSubcommand("show", new RunsShowCommand(invocation))
        .addSubcommand("watch", new RunsWatchCommand(invocation))
        .addSubcommand("cancel", new RunsOrderCommand.Cancel(invocation))
        .addSubcommand("pause", new RunsOrderCommand.Pause(invocation))
        .addSubcommand("resume", new RunsOrderCommand.Resume(invocation))
        .addSubcommand("retry", new RunsRetryCommand(invocation))
        .addSubcommand("resolve", new RunsResolveCommand(invocation));
  }

  @Override
  public Integer call() {
    throw Fault.of(
        "Something is missing",
        "sluice runs needs one of " + String.join(", ", spec.subcommands().keySet()) + ".",
        "`sluice runs --help` shows what they do.");
  }
}
