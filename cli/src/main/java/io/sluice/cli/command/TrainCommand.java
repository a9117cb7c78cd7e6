package io.sluice.cli.command;

import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

@Command(name = "train", description = "One service in the foreground.")
final class TrainCommand implements Callable<Integer> {
  TrainCommand(Invocation invocation) {}

  @Override
  public Integer call() {
    throw Fault.of("Not there yet", "", "");
  }
}
