package io.sluice.cli.command.stack;

import io.sluice.cli.command.shared.FleetOptions;
import io.sluice.cli.plan.Roots;
import io.sluice.cli.stack.StackDirectory;
import io.sluice.cli.terminal.Invocation;
import io.sluice.stacks.deployment.DeploymentConfiguration.Deployment;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which stack and which of its deployments a command is about. */
final class StackChoices {
  @Mixin private FleetOptions fleet = new FleetOptions();

  @Parameters(
      paramLabel = "DIR",
      arity = "0..1",
      defaultValue = ".",
      description = "Directory of the stack.")
  private String directory = ".";

  @Option(
      names = "--deployment",
      paramLabel = "D",
      split = ",",
      description = "Only this deployment; may be repeated (default: all).")
  private List<String> deployments = new ArrayList<>();

  @Option(names = "--json", description = "Print one JSON object per line.")
  private boolean json;

  FleetOptions fleet() {
    return fleet;
  }

  boolean json() {
    return json;
  }

  StackDirectory load(Invocation invocation) {
    return StackDirectory.load(Roots.in(invocation, directory));
  }

  List<Deployment> of(StackDirectory stack) {
    return stack.chosen(deployments);
  }
}
