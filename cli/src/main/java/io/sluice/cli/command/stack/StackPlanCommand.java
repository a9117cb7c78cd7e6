package io.sluice.cli.command.stack;

import io.sluice.cli.command.apply.PlanOptions;
import io.sluice.cli.command.apply.PlanReads;
import io.sluice.cli.command.apply.PlanShowing;
import io.sluice.cli.deployment.Settings;
import io.sluice.cli.plan.ConfigurationPlanning;
import io.sluice.cli.stack.StackDirectory;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.model.plan.RunKind;
import io.sluice.stacks.deployment.DeploymentConfiguration.Deployment;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What an apply of deployments would do; nothing is changed by it. */
@Command(
    name = "plan",
    description = "Shows what an apply of a stack's deployments would change.",
    footer = {"", "Example:", "  sluice stack plan --deployment production examples/stack"})
final class StackPlanCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private StackChoices choices = new StackChoices();
  @Mixin private PlanOptions options = new PlanOptions();

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Save the plan of one deployment, for `sluice apply FILE`.")
  private @Nullable String out;

  @Option(
      names = "--detailed-exitcode",
      description = "Exit with 0 if there are no changes, 1 on failure, 2 if there are changes.")
  private boolean detailedExitCode;

  StackPlanCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    StackDirectory stack = choices.load(invocation);
    List<Deployment> chosen = choices.of(stack);
    DeploymentPlans plans = new DeploymentPlans(invocation, stack, choices.fleet(), options);
    if (out != null && chosen.size() > 1) {
      throw Fault.of(
          "--out takes the plan of one deployment",
          "%d deployments are planned.".formatted(chosen.size()),
          "Name one: --deployment NAME.");
    }
    if (out != null) {
      PlanShowing.requireSavable(invocation, out);
    }
    boolean changes = false;
    for (Deployment deployment : chosen) {
      changes |= plan(stack, deployment, plans);
    }
    return (detailedExitCode && changes ? ExitCode.CHANGES : ExitCode.DONE).number();
  }

  private boolean plan(StackDirectory stack, Deployment deployment, DeploymentPlans plans) {
    Settings settings = choices.fleet().settings(invocation);
    RunKind kind = plans.kind(deployment, false);
    ConfigurationPlanning planning = plans.load(settings, deployment);
    PlanReads reads = new PlanReads(invocation, choices.fleet(), planning, choices.json());
    PlanShowing showing = new PlanShowing(invocation, invocation, choices.json());
    showing.title(stack.title(deployment));
    ConfigurationPlanning.Drawn drawn = reads.draw(kind, options.run());
    reads.tell(drawn.outside());
    showing.show(drawn);
    if (out != null) {
      showing.save(planning, drawn, out);
    }
    return drawn.plan().changesSomething();
  }
}
