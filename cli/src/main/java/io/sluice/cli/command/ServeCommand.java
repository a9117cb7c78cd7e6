package io.sluice.cli.command;

import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

@Command(name = "serve", description = "One service in the foreground.")
final class ServeCommand implements Callable<Integer> {
  ServeCommand(Invocation invocation) {}

  @Override
  public Integer call() {
    throw Fault.of("Not there yet", "", "");
  }
}
