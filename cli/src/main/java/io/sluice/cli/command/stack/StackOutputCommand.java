package io.sluice.cli.command.stack;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cli.command.shared.Opening;
import io.sluice.cli.deployment.Settings;
import io.sluice.cli.plan.ConfigurationPlanning;
import io.sluice.cli.render.OutputsText;
import io.sluice.cli.stack.StackDirectory;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Invocation;
import io.sluice.model.json.Json;
import io.sluice.planning.configuration.desired.Outputs;
import io.sluice.stacks.deployment.DeploymentConfiguration.Deployment;
import java.io.PrintStream;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The outputs of each deployment, as its last apply left them. */
@Command(name = "output", description = "Shows the outputs of a stack's deployments.")
final class StackOutputCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private StackChoices choices = new StackChoices();

  StackOutputCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    StackDirectory stack = choices.load(invocation);
    Settings settings = choices.fleet().settings(invocation);
    ObjectNode all = Json.object();
    PrintStream out = invocation.terminal().out();
    Optional<io.sluice.cli.deployment.Deployment> found =
        new Opening(invocation, choices.fleet(), "sluice stack output").toLook();
    if (found.isPresent()) {
      try (io.sluice.cli.deployment.Deployment serving = found.get()) {
        for (Deployment deployment : choices.of(stack)) {
          SortedMap<String, Outputs.Output> outputs =
              Outputs.of(
                  ConfigurationPlanning.state(
                      invocation, settings, serving, stack.workspace(deployment)));
          all.set(deployment.name(), OutputsText.tree(outputs));
          if (!choices.json()) {
            String nothing = outputs.isEmpty() ? " has no outputs" : "";
            out.println(invocation.terminal().style().bold(stack.title(deployment)) + nothing);
            out.print(OutputsText.all(outputs).indent(outputs.isEmpty() ? 0 : 2));
          }
        }
      }
    }
    if (choices.json()) {
      out.println(Json.pretty(all));
    }
    out.flush();
    return ExitCode.DONE.number();
  }
}
