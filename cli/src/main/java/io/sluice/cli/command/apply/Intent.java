package io.sluice.cli.command.apply;

import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.plan.ConfigurationPlanning;
import io.sluice.cli.plan.HeldNodes;
import io.sluice.cli.plan.SavedPlans;
import io.sluice.cli.render.plan.ShownChange;
import io.sluice.cli.render.plan.ShownHeld;
import io.sluice.cli.render.plan.ShownOutput;
import io.sluice.model.Action;
import io.sluice.model.json.Json;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.planning.configuration.SavedPlan;
import java.util.List;
import java.util.Optional;

/** All that is to be sent, and what is shown of it. */
public record Intent(
    String workspace,
    RunKind kind,
    RunOptions options,
    byte[] bundle,
    String hash,
    List<ShownChange> changes,
    List<ShownOutput> outputs,
    List<ShownHeld> held,
    boolean steps,
    boolean isNothing) {
  public static Intent of(
      ConfigurationPlanning planning, RunKind kind, ConfigurationPlanning.Drawn drawn) {
    boolean steps =
        drawn.plan().plan().nodes().stream().anyMatch(node -> node.action() == Action.STEP);
    return new Intent(
        planning.workspace(),
        kind,
        drawn.options(),
        Json.encode(planning.bundle().approving(drawn.plan().plan()).toJson()),
        drawn.plan().plan().hash(),
        drawn.changes(),
        drawn.outputs(),
        drawn.held(),
        steps,
        !drawn.plan().isWork());
  }

  public static Intent of(SavedPlan plan, Deployment deployment) {
    return new Intent(
        plan.workspace(),
        plan.kind(),
        plan.options(),
        Json.encode(plan.bundle()),
        plan.hash(),
        SavedPlans.changes(plan),
        SavedPlans.outputs(plan),
        HeldNodes.of(plan.shown().path("held"), Optional.of(deployment), plan.workspace()),
        true,
        false);
  }

  /**
   * Whether at most state changes, which lets go of what is gone and keeps what is taken of other
   * workspaces: nobody has to agree to that.
   */
  public boolean changesNothing() {
    return !steps
        && outputs.isEmpty()
        && changes.stream()
            .filter(ShownChange::isTold)
            .noneMatch(change -> change.previous() != null || change.action().isChange());
  }
}
