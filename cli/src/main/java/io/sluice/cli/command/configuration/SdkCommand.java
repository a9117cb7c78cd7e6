package io.sluice.cli.command.configuration;

import io.sluice.cli.command.shared.CommandGroup;
import io.sluice.cli.terminal.Invocation;
import picocli.CommandLine;
import picocli.CommandLine.Command;

@Command(name = "sdk", description = "Makes Java classes for configurations written in Java.")
public final class SdkCommand extends CommandGroup {
  private final Invocation invocation;

  public SdkCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public void addTo(CommandLine line) {
    line.addSubcommand("generate", new SdkGenerateCommand(invocation));
  }
}
