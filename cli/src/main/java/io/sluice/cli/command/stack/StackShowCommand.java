package io.sluice.cli.command.stack;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.cli.command.shared.Opening;
import io.sluice.cli.render.JsonLine;
import io.sluice.cli.stack.StackDirectory;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Invocation;
import io.sluice.stacks.deployment.DeploymentConfiguration.Deployment;
import java.io.PrintStream;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The addresses that state holds of each deployment. */
@Command(name = "show", description = "Shows which objects the deployments of a stack have.")
final class StackShowCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private StackChoices choices = new StackChoices();

  StackShowCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    StackDirectory stack = choices.load(invocation);
    Optional<io.sluice.cli.deployment.Deployment> found =
        new Opening(invocation, choices.fleet(), "sluice stack show").toLook();
    if (found.isPresent()) {
      try (io.sluice.cli.deployment.Deployment serving = found.get()) {
        for (Deployment deployment : choices.of(stack)) {
          show(
              stack,
              deployment,
              serving.query().resources(stack.workspace(deployment), "", List.of()));
        }
      }
    }
    return ExitCode.DONE.number();
  }

  private void show(StackDirectory stack, Deployment deployment, List<JsonNode> resources) {
    PrintStream out = invocation.terminal().out();
    if (!choices.json()) {
      out.println(
          invocation.terminal().style().bold(stack.title(deployment))
              + (resources.isEmpty() ? " has no objects" : ""));
    }
    for (JsonNode resource : resources) {
      if (choices.json()) {
        out.println(
            JsonLine.of("resource", Instant.now())
                .put("deployment", deployment.name())
                .put("address", resource.path("address").asText())
                .put("resource_type", resource.path("type").asText())
                .put("status", resource.path("status").asText().replace(' ', '_')));
      } else {
        out.println("  " + resource.path("address").asText());
      }
    }
    out.flush();
  }
}
