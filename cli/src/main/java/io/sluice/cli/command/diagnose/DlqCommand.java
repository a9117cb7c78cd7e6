package io.sluice.cli.command.diagnose;

import io.sluice.cli.command.shared.CommandGroup;
import io.sluice.cli.terminal.Invocation;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Letters: what no service could read or finish, and what people make of it. */
@Command(
    name = "dlq",
    description = "Shows and settles records that no service could read or finish.")
public final class DlqCommand extends CommandGroup {
  private final Invocation invocation;

  public DlqCommand(Invocation invocation) {
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
