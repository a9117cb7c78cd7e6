package io.sluice.cli.command;

import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The commands about what is recorded; each of them is a class of its own. */
@Command(name = "state", description = "Shows state as it is and as it was, and edits it.")
final class StateCommand implements Callable<Integer>, WithSubcommands {
  private final Invocation invocation;

  @Spec private CommandSpec spec = CommandSpec.create();

  StateCommand(Invocation invocation) {
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
        .addSubcommand("adopt", MarkCommand.adopt(invocation))
        .addSubcommand("history", new StateHistoryCommand(invocation))
        .addSubcommand("at", new StateAtCommand(invocation))
        .addSubcommand("diff", new StateDiffCommand(invocation))
        .addSubcommand("restore", new StateRestoreCommand(invocation))
        .addSubcommand("inspect", new StateInspectCommand(invocation))
        .addSubcommand("verify", new StateVerifyCommand(invocation));
  }

  @Override
  public Integer call() {
    throw Fault.of(
        "Something is missing",
        "sluice state needs one of " + String.join(", ", spec.subcommands().keySet()) + ".",
        "`sluice state --help` shows what they do.");
  }
}
