package io.sluice.cli.command;

import io.sluice.cli.terminal.Invocation;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Letters: what no service could read or finish, and what people make of it. */
@Command(name = "dlq", description = "Show and settle what no service could read or finish.")
final class DlqCommand extends CommandGroup {
  private final Invocation invocation;

  DlqCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public void addTo(CommandLine line) {
    line.addSubcommand("list", new DlqListCommand(invocation))
        .addSubcommand("show", new DlqShowCommand(invocation))
        .addSubcommand("replay", new DlqSettleCommand.Replay(invocation))
        .addSubcommand("drop", new DlqSettleCommand.Drop(invocation));
  }
}
