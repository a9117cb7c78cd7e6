package io.sluice.cli.command.fleet;

import io.sluice.cli.command.local.UpCommand;
import io.sluice.cli.command.shared.Faults;
import io.sluice.cli.command.shared.Opening;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.deployment.SelectedWorkspace;
import io.sluice.cli.deployment.Settings;
import io.sluice.cli.fleet.FleetPlan;
import io.sluice.cli.fleet.FleetPlanning;
import io.sluice.cli.fleet.Member;
import io.sluice.cli.fleet.ReadersText;
import io.sluice.cli.fleet.Rollout;
import io.sluice.cli.fleet.WalkDocument;
import io.sluice.cli.fleet.WalkedMembers;
import io.sluice.cli.plan.ApprovalQuestion;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.cli.terminal.Unsent;
import io.sluice.model.plan.RunKind;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Plans several workspaces, asks once, and has one run walk them. */
abstract sealed class FleetApplyCommand implements Callable<Integer> {
  private static final String USUAL_NAME = "fleet";

  private final Invocation invocation;
  private final RunKind kind;

  @Mixin private FleetChoices choices = new FleetChoices();
  @Mixin private RolloutOptions rollout = new RolloutOptions();

  @Option(names = "--auto-approve", description = "Skip the approval prompt.")
  private boolean autoApprove;

  @Option(names = "--detach", description = "Print the run's id and leave it running.")
  private boolean detach;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "The workspace of the run that walks the others (default: fleet).")
  private String name = USUAL_NAME;

  private FleetApplyCommand(Invocation invocation, RunKind kind) {
    this.invocation = invocation;
    this.kind = kind;
  }

  @Command(
      name = "apply",
      description = "Applies several workspaces, each after those that it needs.",
      footer = {
        "",
        "Examples:",
        "  sluice fleet apply network shop",
        "  sluice fleet apply --workspaces 'shop-*' --wave 1,10,50%% --max-failures 2 shops",
        "  sluice fleet apply --canary shop-eu --check https://eu.shop.example/health"
            + " --hold 10m shops",
        "  sluice fleet apply --wave 1,10 --before ../fleet-1.4 shops"
      })
  static final class Apply extends FleetApplyCommand {
    @Option(
        names = "--before",
        paramLabel = "DIR",
        description =
            "A checkout of the version before: where a check or too many workspaces fail, what was"
                + " begun is applied as it is there.")
    private @Nullable String before;

    Apply(Invocation invocation) {
      super(invocation, RunKind.APPLY);
    }

    @Override
    Optional<String> before() {
      return Optional.ofNullable(before);
    }
  }

  @Command(
      name = "destroy",
      description = "Destroys several workspaces, each before those that it needs.",
      footer = {"", "Examples:", "  sluice fleet destroy network shop"})
  static final class Destroy extends FleetApplyCommand {
    Destroy(Invocation invocation) {
      super(invocation, RunKind.DESTROY);
    }
  }

  @Override
  public Integer call() {
    SelectedWorkspace.valid(name);
    Rollout waves = rollout.chosen();
    if (!autoApprove && (choices.json() || !invocation.terminal().interactive())) {
      throw Fault.unasked(
          "The plan needs approval before anything changes.", "Give --auto-approve.");
    }
    Settings settings = choices.settings(invocation);
    Map<String, Member> members = choices.members(invocation, settings, kind);
    if (members.containsKey(name)) {
      throw Fault.of(
          "The workspace " + name + " can't walk itself",
          "It is among those that are to be taken.",
          "Give the run another workspace with --name.");
    }
    FleetPlanning.order(members);
    if (detach && settings.fleet().isEmpty()) {
      UpCommand.ensureUp(invocation, settings);
    }
    Opening opening = new Opening(invocation, choices.fleet(), "sluice fleet " + kind.word());
    try (Unsent unsent = new Unsent(invocation, nothing());
        Deployment deployment = opening.toFollow()) {
      ExitCode end = walked(deployment, members, waves, unsent);
      if (!detach && kind == RunKind.APPLY) {
        ReadersText.tell(invocation, settings, deployment, members.keySet(), choices.json());
      }
      return end.number();
    }
  }

  /** The version to go back to, where there is one. */
  Optional<String> before() {
    return Optional.empty();
  }

  private String nothing() {
    return kind == RunKind.DESTROY ? "Nothing was destroyed." : "Nothing was applied.";
  }

  private ExitCode walked(
      Deployment deployment, Map<String, Member> members, Rollout waves, Unsent unsent) {
    FleetPlan plan =
        FleetPlanning.of(members, Optional.of(deployment), true, kind, choices.run(), Faults::of);
    new FleetText(invocation, choices.json()).show(plan);
    if (!plan.isWhole()) {
      invocation.note(nothing() + " Not every workspace has a plan.");
      return ExitCode.FAILED;
    }
    if (plan.planned().stream().noneMatch(FleetPlan.Planned::isWork)) {
      return ExitCode.DONE;
    }
    Map<String, byte[]> earlier =
        before().isEmpty()
            ? Map.of()
            : new EarlierVersion(invocation, choices, deployment).of(plan, before().get());
    if (!autoApprove && !agreed(plan)) {
      invocation.note("\nNothing was changed.");
      return ExitCode.FAILED;
    }
    WalkDocument.Choices chosen =
        new WalkDocument.Choices(
            name,
            autoApprove,
            waves,
            choices.run(),
            invocation.directory().toString(),
            Instant.now().toString(),
            earlier);
    if (deployment.local().isPresent()) {
      WalkedMembers.remember(invocation, members.values());
    }
    return new Walking(invocation, deployment, choices.json(), unsent).walk(plan, chosen, detach);
  }

  private boolean agreed(FleetPlan plan) {
    List<String> names =
        plan.planned().stream()
            .filter(FleetPlan.Planned::isWork)
            .map(part -> part.member().workspace())
            .toList();
    boolean open = plan.planned().stream().anyMatch(FleetPlan.Planned::open);
    return question(String.join(", ", names))
        .noting(
            (open
                    ? "  A plan that turns out to delete more than is shown waits for approval"
                        + " then.\n"
                    : "")
                + (before().isPresent()
                    ? "  Where a check or too many workspaces fail, what was begun is applied as it"
                        + " was before, without another question.\n"
                    : ""))
        .ask(invocation.terminal());
  }

  private ApprovalQuestion question(String names) {
    return kind == RunKind.DESTROY
        ? ApprovalQuestion.toDestroy(names)
        : ApprovalQuestion.toPerform(names);
  }
}
