package io.sluice.cli.command.fleet;

import io.sluice.cli.command.shared.CommandGroup;
import io.sluice.cli.terminal.Invocation;
import picocli.CommandLine;
import picocli.CommandLine.Command;

@Command(
    name = "fleet",
    description = "Plans, applies and destroys workspaces that belong together, and lists readers.")
public final class FleetCommand extends CommandGroup {
  private final Invocation invocation;

  public FleetCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public void addTo(CommandLine line) {
    line.addSubcommand("plan", new FleetPlanCommand(invocation))
        .addSubcommand("apply", new FleetApplyCommand.Apply(invocation))
        .addSubcommand("destroy", new FleetApplyCommand.Destroy(invocation))
        .addSubcommand("readers", new FleetReadersCommand(invocation));
  }
}
