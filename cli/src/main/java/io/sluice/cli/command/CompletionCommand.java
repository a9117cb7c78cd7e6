package io.sluice.cli.command;

import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Invocation;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The script is made from the commands themselves, so that it knows each of their flags. */
@Command(
    name = "completion",
    description = {
      "Prints a script that completes commands, flags, addresses, runs and workspaces in a shell."
    },
    footer = {
      "",
      "Examples:",
      "  source <(sluice completion)",
      "  sluice completion fish | source"
    })
final class CompletionCommand implements Callable<Integer> {
  private enum Shell {
    BASH,
    ZSH,
    FISH
  }

  private final Invocation invocation;

  @Parameters(
      paramLabel = "bash|zsh|fish",
      arity = "0..1",
      defaultValue = "bash",
      description = "The shell (default: bash, which zsh takes too).")
  private Shell shell = Shell.BASH;

  CompletionCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    CommandLine all = Commands.tree(invocation);
    invocation
        .terminal()
        .out()
        .print(
            switch (shell) {
              case BASH, ZSH -> CompletionScripts.bash(all);
              case FISH -> CompletionScripts.fish(all);
            });
    invocation.terminal().out().flush();
    return ExitCode.DONE.number();
  }
}
