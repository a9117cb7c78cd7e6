package io.sluice.cli.command.fleet;

import io.sluice.cli.command.shared.Faults;
import io.sluice.cli.command.shared.Opening;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.deployment.Settings;
import io.sluice.cli.fleet.FleetPlan;
import io.sluice.cli.fleet.FleetPlanning;
import io.sluice.cli.fleet.Member;
import io.sluice.cli.render.run.InterruptedText;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Invocation;
import io.sluice.client.RunRecords;
import io.sluice.model.plan.RunKind;
import io.sluice.model.record.RunRecord;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What an apply of several workspaces would do; nothing is changed by it. */
@Command(
    name = "plan",
    description = "Shows what an apply of several workspaces would change.",
    footer = {
      "",
      "Examples:",
      "  sluice fleet plan network shop",
      "  sluice fleet plan --workspaces 'shop-*' environments"
    })
public final class FleetPlanCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private FleetChoices choices = new FleetChoices();

  @Option(names = "--destroy", description = "Show what a destroy would delete.")
  private boolean destroys;

  @Option(
      names = "--detailed-exitcode",
      description = "Exit with 0 if there are no changes, 1 on failure, 2 if there are changes.")
  private boolean detailedExitCode;

  public FleetPlanCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    Settings settings = choices.settings(invocation);
    Map<String, Member> members = choices.members(invocation, settings, kind());
    FleetPlanning.order(members);
    FleetPlan plan = plan(members);
    new FleetText(invocation, choices.json()).show(plan);
    if (!plan.isWhole()) {
      return ExitCode.FAILED.number();
    }
    boolean changes =
        plan.planned().stream().anyMatch(part -> part.drawn().plan().changesSomething());
    return (detailedExitCode && changes ? ExitCode.CHANGES : ExitCode.DONE).number();
  }

  private RunKind kind() {
    return destroys ? RunKind.DESTROY : RunKind.APPLY;
  }

  private FleetPlan plan(Map<String, Member> members) {
    Opening opening = new Opening(invocation, choices.fleet(), "sluice fleet plan");
    Optional<Deployment> found = opening.toLookIfThere();
    if (found.isEmpty()) {
      return drawn(members, found, false);
    }
    try (Deployment looking = found.get()) {
      List<RunRecord> interrupted =
          looking.isIdle()
              ? RunRecords.decoded(looking.query().runs()).stream()
                  .filter(run -> !run.ended())
                  .toList()
              : List.of();
      InterruptedText.of(interrupted, Instant.now(), invocation::command).forEach(invocation::note);
      if (!interrupted.isEmpty()) {
        invocation.note("Objects were not read: reading them would resume interrupted runs.");
      }
      if (!looking.isIdle() || !interrupted.isEmpty()) {
        return drawn(members, found, !looking.isIdle());
      }
    }
    try (Deployment working = opening.toWork()) {
      return drawn(members, Optional.of(working), true);
    }
  }

  private FleetPlan drawn(
      Map<String, Member> members, Optional<Deployment> deployment, boolean reads) {
    return FleetPlanning.of(members, deployment, reads, kind(), choices.run(), Faults::of);
  }
}
