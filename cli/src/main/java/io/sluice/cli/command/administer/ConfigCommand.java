package io.sluice.cli.command.administer;

import io.sluice.cli.command.shared.CommandGroup;
import io.sluice.cli.terminal.Invocation;
import picocli.CommandLine;
import picocli.CommandLine.Command;

@Command(name = "config", description = "Shows the settings of Sluice itself.")
public final class ConfigCommand extends CommandGroup {
  private final Invocation invocation;

  public ConfigCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public void addTo(CommandLine line) {
    line.addSubcommand("show", new ConfigShowCommand(invocation));
  }
}
