package io.sluice.cli.command;

import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Invocation;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;

/** The script is made from the commands themselves, so that it knows each of their flags. */
@Command(
    name = "completion",
    description = {
      "Prints a script that completes commands and flags in bash and zsh.",
      "In a shell: source <(sluice completion)"
    })
final class CompletionCommand implements Callable<Integer> {
  private final Invocation invocation;

  CompletionCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    invocation.terminal().out().print(AutoComplete.bash("sluice", Commands.tree(invocation)));
    return ExitCode.DONE.number();
  }
}
