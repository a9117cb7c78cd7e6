package io.sluice.cli.command;

import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

@Command(name = "doctor", description = "One service in the foreground.")
final class DoctorCommand implements Callable<Integer> {
  DoctorCommand(Invocation invocation) {}

  @Override
  public Integer call() {
    throw Fault.of("Not there yet", "", "");
  }
}
