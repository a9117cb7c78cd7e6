package io.sluice.cli.command.stack;

import io.sluice.cli.command.apply.Applying;
import io.sluice.cli.command.apply.Intent;
import io.sluice.cli.command.apply.PlanOptions;
import io.sluice.cli.command.apply.PlanShowing;
import io.sluice.cli.command.apply.RunUnderWay;
import io.sluice.cli.command.local.UpCommand;
import io.sluice.cli.command.shared.Opening;
import io.sluice.cli.deployment.Settings;
import io.sluice.cli.plan.ConfigurationPlanning;
import io.sluice.cli.plan.Roots;
import io.sluice.cli.stack.PlannedCounts;
import io.sluice.cli.stack.StackDirectory;
import io.sluice.cli.stack.UpstreamValues;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.cli.terminal.Unsent;
import io.sluice.model.plan.RunKind;
import io.sluice.stacks.deployment.DeploymentConfiguration.Deployment;
import io.sluice.stacks.deployment.DeploymentRollout;
import io.sluice.stacks.deployment.RulesOnPlan;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Applies, or destroys, deployments, each in one run: those of a rollout in its waves, the others
 * one after the other. What a person or a rule agreed to is what is applied, or nothing is.
 */
abstract sealed class StackApplyCommand implements Callable<Integer> {
  private final Invocation invocation;
  private final boolean destroys;

  @Mixin private StackChoices choices = new StackChoices();
  @Mixin private PlanOptions options = new PlanOptions();

  @Option(names = "--auto-approve", description = "Skip the approval prompts.")
  private boolean autoApprove;

  @Option(names = "--detach", description = "Print the runs' ids and leave them running.")
  private boolean detach;

  @Option(
      names = "--before",
      paramLabel = "DIR",
      description = "The stack as it was applied before, for a rollout that may go back.")
  private @Nullable String before;

  private StackApplyCommand(Invocation invocation, boolean destroys) {
    this.invocation = invocation;
    this.destroys = destroys;
  }

  @Command(
      name = "apply",
      description =
          "Applies the deployments of a stack, each in one run, or in the waves of a rollout.",
      footer = {
        "",
        "Examples:",
        "  sluice stack apply --deployment production examples/stack",
        "  sluice stack apply --before ../shop-1.4 shop"
      })
  static final class Apply extends StackApplyCommand {
    Apply(Invocation invocation) {
      super(invocation, false);
    }
  }

  @Command(
      name = "destroy",
      description =
          "Destroys everything in the deployments of a stack, in the waves of a rollout if there"
              + " is one.")
  static final class Destroy extends StackApplyCommand {
    Destroy(Invocation invocation) {
      super(invocation, true);
    }
  }

  @Override
  public Integer call() {
    StackDirectory stack = choices.load(invocation);
    List<Deployment> chosen = choices.of(stack);
    DeploymentPlans plans = new DeploymentPlans(invocation, stack, choices.fleet(), options);
    Settings settings = choices.fleet().settings(invocation);
    if (detach && settings.fleet().isEmpty()) {
      UpCommand.ensureUp(invocation, settings);
    }
    String name = destroys ? "sluice stack destroy" : "sluice stack apply";
    Opening opening = new Opening(invocation, choices.fleet(), name);
    ExitCode worst = ExitCode.DONE;
    try (io.sluice.cli.deployment.Deployment serving =
        (destroys ? opening.ofRecorded() : opening).toFollow()) {
      Map<DeploymentRollout, List<Deployment>> inWaves = inWaves(stack, chosen, plans);
      for (Deployment deployment : chosen) {
        if (inWaves.values().stream().noneMatch(wave -> wave.contains(deployment))) {
          ExitCode code = new One(stack, deployment, plans, settings, serving).apply();
          worst = code == ExitCode.DONE ? worst : code;
        }
      }
      for (Map.Entry<DeploymentRollout, List<Deployment>> each : inWaves.entrySet()) {
        RolloutApplying applying =
            new RolloutApplying(invocation, stack, plans, settings, serving, words());
        ExitCode code = applying.apply(each.getKey(), each.getValue());
        worst = code == ExitCode.DONE ? worst : code;
      }
      if (!detach) {
        ExitCode code =
            new Publishing(invocation, stack, settings, serving, choices.json()).publish();
        worst = code == ExitCode.DONE ? worst : code;
      }
    }
    return worst.number();
  }

  private RolloutApplying.Words words() {
    StackDirectory earlier =
        before == null ? null : StackDirectory.load(Roots.in(invocation, before));
    return new RolloutApplying.Words(kind(), autoApprove, detach, choices.json(), earlier);
  }

  private RunKind kind() {
    return destroys ? RunKind.DESTROY : RunKind.APPLY;
  }

  /**
   * What goes by rollouts. One alone has nobody to go before or after, and what an apply is to
   * destroy would be in the way of whoever watches a rollout.
   */
  private Map<DeploymentRollout, List<Deployment>> inWaves(
      StackDirectory stack, List<Deployment> chosen, DeploymentPlans plans) {
    Map<DeploymentRollout, List<Deployment>> inWaves = new LinkedHashMap<>();
    for (DeploymentRollout rollout : stack.configuration().rollouts().values()) {
      List<Deployment> covered =
          chosen.stream()
              .filter(each -> rollout.covers(each.name()))
              .filter(each -> plans.kind(each, destroys) == kind())
              .toList();
      if (covered.size() > 1) {
        inWaves.put(rollout, covered);
      }
    }
    return inWaves;
  }

  /** One deployment, on its way to its run. */
  private final class One {
    private final StackDirectory stack;
    private final Deployment deployment;
    private final Settings settings;
    private final io.sluice.cli.deployment.Deployment serving;
    private final RunKind kind;
    private final ConfigurationPlanning planning;

    One(
        StackDirectory stack,
        Deployment deployment,
        DeploymentPlans plans,
        Settings settings,
        io.sluice.cli.deployment.Deployment serving) {
      this.stack = stack;
      this.deployment = deployment;
      this.settings = settings;
      this.serving = serving;
      this.kind = plans.kind(deployment, destroys);
      this.planning =
          plans.load(settings, deployment, UpstreamValues.of(invocation, stack, settings, serving));
    }

    ExitCode apply() {
      new PlanShowing(invocation, invocation, choices.json()).title(stack.title(deployment));
      String nothing = "Nothing of " + stack.title(deployment) + " was applied.";
      try (Unsent unsent = new Unsent(invocation, nothing)) {
        Intent intent = intended();
        while (intent.isNothing()
            && RunUnderWay.awaited(invocation, serving, planning.workspace(), Optional.empty())) {
          intent = intended();
        }
        boolean approved = autoApprove || intent.changesNothing() || rulesApprove(intent);
        if (!approved && (choices.json() || !invocation.terminal().interactive())) {
          throw Fault.unasked(
              "The plan of %s needs approval before anything changes."
                  .formatted(stack.title(deployment)),
              "Give --auto-approve, or save a plan with `sluice stack plan --out FILE` and apply"
                  + " that.");
        }
        if (intent.isNothing()) {
          planning.accept(serving, options.run());
        }
        Applying applying =
            new Applying(
                new Applying.Place(invocation, invocation, settings, serving),
                new Applying.Choices(
                    kind == RunKind.DESTROY,
                    approved,
                    false,
                    autoApprove,
                    detach,
                    choices.json(),
                    invocation.again()),
                unsent);
        return applying.apply(intent);
      }
    }

    private Intent intended() {
      if (planning.mustRead(planning.state(serving), kind, options.run())) {
        planning.read(serving, options.run()).tell(invocation, choices.json());
      }
      ConfigurationPlanning.Drawn drawn = planning.draw(Optional.of(serving), kind, options.run());
      drawn.outside().tell(invocation, choices.json());
      return Intent.of(planning, kind, drawn);
    }

    private boolean rulesApprove(Intent intent) {
      RulesOnPlan rules =
          stack.rules(
              deployment,
              PlannedCounts.of(deployment.name(), kind == RunKind.DESTROY, intent.changes()));
      if (rules.approves()) {
        invocation.note("Approved by " + String.join(", ", rules.rules()) + ".");
      }
      rules.against().forEach(reason -> invocation.note("Not approved by " + reason));
      return rules.approves();
    }
  }
}
