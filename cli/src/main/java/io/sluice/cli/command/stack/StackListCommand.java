package io.sluice.cli.command.stack;

import io.sluice.cli.render.JsonLine;
import io.sluice.cli.render.Table;
import io.sluice.cli.stack.StackDirectory;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Invocation;
import io.sluice.stacks.deployment.DeploymentConfiguration.Deployment;
import io.sluice.stacks.deployment.DeploymentRollout;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The deployments that the files declare; no deployment of Sluice is started for it. */
@Command(name = "list", description = "Lists the deployments of a stack and their workspaces.")
final class StackListCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private StackChoices choices = new StackChoices();

  StackListCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    StackDirectory stack = choices.load(invocation);
    Table table = new Table("DEPLOYMENT", "WORKSPACE", "GROUP", "ROLLOUT", "");
    for (Deployment deployment : choices.of(stack)) {
      String group =
          deployment.group() == null
              ? ""
              : deployment.group().toString().substring("deployment_group.".length());
      String rollout =
          stack.configuration().rollouts().values().stream()
              .filter(each -> each.covers(deployment.name()))
              .map(DeploymentRollout::name)
              .findFirst()
              .orElse("");
      if (choices.json()) {
        invocation
            .terminal()
            .out()
            .println(
                JsonLine.of("deployment", Instant.now())
                    .put("deployment", deployment.name())
                    .put("workspace", stack.workspace(deployment))
                    .put("group", group)
                    .put("rollout", rollout)
                    .put("destroy", deployment.destroy()));
      } else {
        table.row(
            deployment.name(),
            stack.workspace(deployment),
            group,
            rollout,
            deployment.destroy() ? "to be destroyed" : "");
      }
    }
    if (!choices.json()) {
      invocation.terminal().out().print(table.text(invocation.terminal().style()));
      invocation.terminal().out().flush();
    }
    return ExitCode.DONE.number();
  }
}
