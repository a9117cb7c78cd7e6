package io.sluice.cli.command.stack;

import io.sluice.cli.command.configuration.GraphCommand;
import io.sluice.cli.command.shared.CommandGroup;
import io.sluice.cli.terminal.Invocation;
import picocli.CommandLine;
import picocli.CommandLine.Command;

@Command(name = "stack", description = "Checks, plans and applies the deployments of a stack.")
public final class StackCommand extends CommandGroup {
  private final Invocation invocation;

  public StackCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public void addTo(CommandLine line) {
    line.addSubcommand("validate", new StackValidateCommand(invocation))
        .addSubcommand("plan", new StackPlanCommand(invocation))
        .addSubcommand("apply", new StackApplyCommand.Apply(invocation))
        .addSubcommand("destroy", new StackApplyCommand.Destroy(invocation))
        .addSubcommand("list", new StackListCommand(invocation))
        .addSubcommand("show", new StackShowCommand(invocation))
        .addSubcommand("output", new StackOutputCommand(invocation))
        .addSubcommand("graph", new GraphCommand(invocation));
  }
}
