package io.sluice.cli.command.local;

import io.sluice.cli.local.BackgroundHost;
import io.sluice.cli.local.LocalDirectory;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Invocation;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** What {@code sluice up} starts in the background. */
@Command(name = HostCommand.NAME, hidden = true)
public final class HostCommand implements Callable<Integer> {
  public static final String NAME = "host-stack";

  private final Invocation invocation;

  public HostCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() throws InterruptedException {
    BackgroundHost.run(
        new LocalDirectory(invocation.directory()), invocation.environment(), () -> {});
    return ExitCode.DONE.number();
  }
}
