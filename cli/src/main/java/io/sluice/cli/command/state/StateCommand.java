package io.sluice.cli.command.state;

import io.sluice.cli.command.shared.CommandGroup;
import io.sluice.cli.terminal.Invocation;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The commands about what is recorded; each of them is a class of its own. */
@Command(name = "state", description = "Shows state as it is and as it was, and edits it.")
public final class StateCommand extends CommandGroup {
  private final Invocation invocation;

  public StateCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public void addTo(CommandLine line) {
    line.addSubcommand("list", new StateListCommand(invocation))
        .addSubcommand("show", new StateShowCommand(invocation))
        .addSubcommand("pull", new StatePullCommand(invocation))
        .addSubcommand("push", new StatePushCommand(invocation))
        .addSubcommand("mv", new StateMvCommand(invocation))
        .addSubcommand("rm", new StateRmCommand(invocation))
        .addSubcommand("replace-provider", new StateReplaceProviderCommand(invocation))
        .addSubcommand("adopt", MarkCommand.adopt(invocation))
        .addSubcommand("history", new StateHistoryCommand(invocation))
        .addSubcommand("at", new StateAtCommand(invocation))
        .addSubcommand("diff", new StateDiffCommand(invocation))
        .addSubcommand("restore", new StateRestoreCommand(invocation))
        .addSubcommand("inspect", new StateInspectCommand(invocation))
        .addSubcommand("verify", new StateVerifyCommand(invocation))
        .addSubcommand("api", new StateApiCommand(invocation));
  }
}
