package io.sluice.cli.command.apply;

import io.sluice.cli.command.local.UpCommand;
import io.sluice.cli.command.shared.FleetOptions;
import io.sluice.cli.command.shared.Opening;
import io.sluice.cli.command.shared.VariableOptions;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.deployment.Keys;
import io.sluice.cli.deployment.Settings;
import io.sluice.cli.fleet.OwnDeployment;
import io.sluice.cli.plan.ConfigurationPlanning;
import io.sluice.cli.plan.Roots;
import io.sluice.cli.plan.SavedPlans;
import io.sluice.cli.read.Findings;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.cli.terminal.Unsent;
import io.sluice.model.plan.RunKind;
import io.sluice.planning.configuration.SavedPlan;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Plans, asks, submits, follows. What was agreed to is what is applied, or nothing is. */
public abstract sealed class ApplyCommand implements Callable<Integer> {
  private final Invocation invocation;
  private final boolean destroys;

  @Mixin private FleetOptions fleet = new FleetOptions();
  @Mixin private PlanOptions options = new PlanOptions();
  @Mixin private VariableOptions variables = new VariableOptions();

  @Parameters(
      paramLabel = "DIR|PLANFILE",
      arity = "0..1",
      defaultValue = ".",
      description = "Directory of the root module, or a saved plan.")
  private String what = ".";

  @Option(names = "--auto-approve", description = "Skip the approval prompt.")
  private boolean autoApprove;

  @Option(names = "--detach", description = "Print the run's id and leave it running.")
  private boolean detach;

  @Option(names = "--json", description = "Print one JSON object per line.")
  private boolean json;

  private ApplyCommand(Invocation invocation, boolean destroys) {
    this.invocation = invocation;
    this.destroys = destroys;
  }

  @Command(name = "apply", description = "Applies a configuration or a saved plan.")
  public static final class Apply extends ApplyCommand {
    public Apply(Invocation invocation) {
      super(invocation, false);
    }
  }

  @Command(name = "destroy", description = "Destroys everything in a configuration's workspace.")
  public static final class Destroy extends ApplyCommand {
    public Destroy(Invocation invocation) {
      super(invocation, true);
    }
  }

  @Override
  public Integer call() {
    boolean saved = Files.isRegularFile(invocation.resolve(what));
    options.tellIgnored(invocation, true);
    if (!saved) {
      requireConfiguration();
    }
    boolean asked = options.input() && !json;
    if (!saved && !autoApprove && !(asked && invocation.terminal().interactive())) {
      throw Fault.of(
          asked
              ? "Cannot ask for approval: input is not a terminal"
              : "Cannot ask for approval with " + (json ? "--json" : "--input=false"),
          "The plan needs approval before anything changes.",
          "Give --auto-approve, or save a plan with `sluice plan --out FILE` and apply that.");
    }
    return saved ? ofFile() : ofDirectory();
  }

  /** Reports what does not exist before asking for approval. */
  private void requireConfiguration() {
    Invocation inside = Roots.orFile(invocation, what);
    if (!destroys && options.kind() != RunKind.DESTROY) {
      Roots.absence(inside)
          .ifPresent(
              absence -> {
                throw new Fault(absence);
              });
    }
  }

  private int ofDirectory() {
    Invocation inside = Roots.in(invocation, what);
    Settings settings = fleet.settings(inside);
    RunKind kind = destroys ? RunKind.DESTROY : options.kind();
    ConfigurationPlanning planning =
        ConfigurationPlanning.load(
                inside,
                settings,
                Roots.workspace(inside, options.workspace()),
                variables.sources(inside))
            .presentFor(kind);
    OwnDeployment.note(inside, settings, planning.workspace()).ifPresent(invocation::note);
    if (kind == RunKind.REFRESH) {
      return hosted(
          inside,
          settings,
          (deployment, unsent) ->
              refreshed(applying(inside, settings, deployment, unsent), deployment, planning));
    }
    return hosted(
        inside,
        settings,
        (deployment, unsent) -> {
          Intent intent = intended(planning, kind, deployment);
          while (intent.isNothing()
              && RunUnderWay.awaited(
                  inside, deployment, planning.workspace(), options.lockTimeout())) {
            intent = intended(planning, kind, deployment);
          }
          if (intent.isNothing()) {
            planning.accept(deployment, options.run());
          }
          ExitCode code =
              applying(inside, settings, deployment, unsent)
                  .locating(planning::place)
                  .apply(intent);
          if (code == ExitCode.DONE && kind == RunKind.APPLY && !detach && !intent.isNothing()) {
            planning.tellChecks(deployment);
          }
          return code;
        });
  }

  private Intent intended(ConfigurationPlanning planning, RunKind kind, Deployment deployment) {
    if (planning.mustRead(planning.state(deployment), kind, options.run())) {
      planning.read(deployment, options.run()).tell(invocation, json);
    }
    ConfigurationPlanning.Drawn drawn = planning.draw(Optional.of(deployment), kind, options.run());
    drawn.outside().tell(invocation, json);
    return Intent.of(planning, kind, drawn);
  }

  private int ofFile() {
    Settings settings = fleet.settings(invocation);
    SavedPlan plan = SavedPlans.read(invocation, what, () -> Keys.of(invocation, settings));
    if (destroys && plan.kind() != RunKind.DESTROY) {
      throw Fault.of(
          what + " is no plan to destroy",
          "It was saved without --destroy: applying it may create and change objects.",
          "`%s` applies it; `%s` saves a plan to destroy everything."
              .formatted(
                  invocation.command("apply", what),
                  invocation.command("plan", "--destroy", "--out", "FILE")));
    }
    return hosted(
        invocation,
        settings,
        (deployment, unsent) -> {
          SavedPlans.requireFresh(
              plan,
              ConfigurationPlanning.state(invocation, settings, deployment, plan.workspace()));
          Intent intent = Intent.of(plan, deployment);
          return applying(invocation, settings, deployment, unsent).apply(intent);
        });
  }

  private int hosted(
      Invocation inside, Settings settings, BiFunction<Deployment, Unsent, ExitCode> work) {
    if (detach && settings.fleet().isEmpty()) {
      UpCommand.ensureUp(inside, settings);
    }
    String name = destroys ? "sluice destroy" : "sluice apply";
    Opening opening = new Opening(inside, fleet, name);
    String nothing = destroys ? "Nothing was destroyed." : "Nothing was applied.";
    try (Unsent guard = new Unsent(invocation, nothing);
        Deployment deployment = (destroys ? opening.ofRecorded() : opening).toFollow()) {
      return work.apply(deployment, guard).number();
    }
  }

  private Applying applying(
      Invocation inside, Settings settings, Deployment deployment, Unsent unsent) {
    boolean saved = Files.isRegularFile(invocation.resolve(what));
    // A saved plan is stale once some of it is done.
    String again =
        saved
            ? "plan again, and apply that (" + inside.command("plan", "--out", what) + ")"
            : invocation.again();
    return new Applying(
            new Applying.Place(invocation, inside, settings, deployment),
            new Applying.Choices(
                destroys, autoApprove || saved, saved, autoApprove, detach, json, again),
            unsent)
        .waiting(options.lockTimeout());
  }

  /** Records what changed outside, once the person has approved it. */
  private ExitCode refreshed(
      Applying applying, Deployment deployment, ConfigurationPlanning planning) {
    Findings findings = planning.look(deployment, options.run());
    findings.tell(invocation, json);
    if (!findings.changes().isEmpty() && !applying.agreed(planning.workspace(), List.of())) {
      return ExitCode.FAILED;
    }
    if (!findings.changes().isEmpty()) {
      planning.takeOver(deployment, options.run());
    }
    if (!json) {
      invocation
          .terminal()
          .out()
          .println(
              findings.changes().isEmpty()
                  ? "No changes. The objects match state."
                  : "Refresh complete! Recorded in state: "
                      + findings.changes().size()
                      + " of "
                      + findings.read()
                      + " objects.");
    }
    return ExitCode.DONE;
  }
}
