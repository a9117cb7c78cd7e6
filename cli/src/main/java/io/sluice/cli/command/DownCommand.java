package io.sluice.cli.command;

import io.sluice.cli.ExitCode;
import io.sluice.cli.render.JsonLine;
import io.sluice.cli.stack.BackgroundStack;
import io.sluice.cli.stack.StackDirectory;
import io.sluice.cli.terminal.Invocation;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Ends the stack of the directory, whoever hosts it. */
@Command(
    name = "down",
    description = "Stops the embedded stack. Runs that are not done go on at the next start.")
final class DownCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Option(names = "--json", description = "One JSON object.")
  private boolean json;

  DownCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    boolean stopped =
        BackgroundStack.stop(
            new StackDirectory(invocation.directory()),
            new FleetOptions().settings(invocation).environment());
    if (json) {
      invocation
          .terminal()
          .out()
          .println(JsonLine.of("down", Instant.now()).put("stopped", stopped));
    } else {
      invocation
          .terminal()
          .out()
          .println(stopped ? "The stack has stopped." : "No stack is running here.");
    }
    return ExitCode.DONE.number();
  }
}
