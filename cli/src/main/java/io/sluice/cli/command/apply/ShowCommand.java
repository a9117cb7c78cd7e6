package io.sluice.cli.command.apply;

import io.sluice.cli.command.shared.FleetOptions;
import io.sluice.cli.deployment.Keys;
import io.sluice.cli.plan.HeldNodes;
import io.sluice.cli.plan.SavedPlans;
import io.sluice.cli.render.plan.PlanLines;
import io.sluice.cli.render.plan.PlanText;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Invocation;
import io.sluice.planning.configuration.SavedPlan;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A saved plan, as it was shown when it was made. */
@Command(name = "show", description = "Shows a saved plan.")
public final class ShowCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private FleetOptions fleet = new FleetOptions();

  @Parameters(paramLabel = "PLANFILE", description = "A plan saved by `sluice plan --out`.")
  private String file = "";

  @Option(names = "--json", description = "Print one JSON object per line.")
  private boolean json;

  public ShowCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    SavedPlan plan =
        SavedPlans.read(invocation, file, () -> Keys.of(invocation, fleet.settings(invocation)));
    if (json) {
      PlanLines.of(SavedPlans.changes(plan), SavedPlans.outputs(plan), "plan", Instant.now())
          .forEach(line -> invocation.terminal().out().println(line));
    } else {
      invocation
          .terminal()
          .out()
          .print(
              PlanText.of(
                  plan.kind(),
                  SavedPlans.changes(plan),
                  SavedPlans.outputs(plan),
                  HeldNodes.of(plan.shown().path("held"), Optional.empty(), plan.workspace()),
                  invocation.terminal().style(),
                  invocation::command));
    }
    return ExitCode.DONE.number();
  }
}
