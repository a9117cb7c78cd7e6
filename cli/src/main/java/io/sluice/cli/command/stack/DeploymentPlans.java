package io.sluice.cli.command.stack;

import io.sluice.cli.command.apply.PlanOptions;
import io.sluice.cli.command.shared.FleetOptions;
import io.sluice.cli.command.shared.Opening;
import io.sluice.cli.deployment.Settings;
import io.sluice.cli.plan.ConfigurationPlanning;
import io.sluice.cli.stack.StackDirectory;
import io.sluice.cli.stack.UpstreamValues;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.language.value.Value;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.stacks.deployment.DeploymentConfiguration.Deployment;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;

/** What it takes to plan the deployments of a stack, each as the configuration of a workspace. */
final class DeploymentPlans {
  private final Invocation keeper;
  private final StackDirectory stack;
  private final FleetOptions fleet;
  private final PlanOptions options;

  /**
   * @param keeper in the directory whose deployment of Sluice it is, as with workspaces that belong
   *     together: one of several stacks may read what another publishes
   */
  DeploymentPlans(
      Invocation keeper, StackDirectory stack, FleetOptions fleet, PlanOptions options) {
    this.keeper = keeper;
    this.stack = stack;
    this.fleet = fleet;
    this.options = options;
    if (options.workspace() != null) {
      throw Fault.of(
          "--workspace does not go with a stack",
          "The state of a deployment is the workspace %s.NAME.".formatted(stack.name()),
          "Name deployments: --deployment NAME.");
    }
    if (options.kind() == RunKind.REFRESH) {
      throw Fault.of(
          "--refresh-only does not go with a stack",
          "Deployments are planned or applied.",
          "`sluice drift --workspace %s.NAME` shows what changed outside.".formatted(stack.name()));
    }
  }

  /** Destroyed is what the command or the deployment says is to go. */
  RunKind kind(Deployment deployment, boolean destroys) {
    return destroys || deployment.destroy() ? RunKind.DESTROY : options.kind();
  }

  /** What the flags say of runs. */
  RunOptions run() {
    return options.run();
  }

  /** Where no deployment of Sluice is open yet, one is opened for what other stacks publish. */
  ConfigurationPlanning load(Settings settings, Deployment deployment) {
    if (stack.configuration().upstream().isEmpty()) {
      return load(settings, deployment, Map.of());
    }
    Optional<io.sluice.cli.deployment.Deployment> found =
        new Opening(keeper, fleet, "sluice stack plan").toLookIfThere();
    if (found.isEmpty()) {
      throw UpstreamValues.none(stack);
    }
    try (io.sluice.cli.deployment.Deployment looking = found.get()) {
      return load(settings, deployment, UpstreamValues.of(keeper, stack, settings, looking));
    }
  }

  ConfigurationPlanning load(
      Settings settings, Deployment deployment, Map<String, Value> upstream) {
    return ConfigurationPlanning.load(
        stack.inside(),
        keeper,
        settings,
        stack.workspace(deployment),
        stack.variables(deployment, upstream),
        Collections.emptySortedMap());
  }
}
