package io.sluice.cli.command;

import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.follow.RunRecords;
import io.sluice.cli.stack.Stack;
import io.sluice.cli.stack.StackDescription.Mode;
import io.sluice.cli.terminal.Invocation;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.model.record.RunRecord;
import java.util.Optional;

/**
 * The reads before a plan that only looks. They need workers, and a stack that has workers goes on
 * with what a crash left behind: where something was left, the plan is drawn without them.
 */
final class PlanReads {
  private final Invocation invocation;
  private final FleetOptions fleet;
  private final ConfigurationPlanning planning;
  private final boolean json;

  PlanReads(
      Invocation invocation, FleetOptions fleet, ConfigurationPlanning planning, boolean json) {
    this.invocation = invocation;
    this.fleet = fleet;
    this.planning = planning;
    this.json = json;
  }

  ConfigurationPlanning.Drawn draw(RunKind kind, RunOptions options) {
    Optional<Deployment> found = opening().toLook();
    if (found.isEmpty()) {
      return planning.draw(found, kind, options);
    }
    try (Deployment looking = found.get()) {
      boolean reads = planning.mustRead(planning.state(looking), kind, options);
      if (reads && works(looking)) {
        tell(planning.read(looking, options));
        return planning.draw(found, kind, options);
      }
      if (!reads || mayNotWork(looking)) {
        return planning.draw(found, kind, options);
      }
    }
    try (Deployment working = opening().toWork()) {
      tell(planning.read(working, options));
      return planning.draw(Optional.of(working), kind, options);
    }
  }

  /** What was changed outside; nothing of it is taken over. */
  Findings look(RunOptions options) {
    try (Deployment working = opening().toWork()) {
      return planning.look(working, options);
    }
  }

  private Opening opening() {
    return new Opening(invocation, fleet, "sluice plan");
  }

  private void tell(Findings findings) {
    if (!json && !findings.changes().isEmpty()) {
      invocation.terminal().out().println("Objects have changed outside of Sluice:\n");
    }
    findings.tell(invocation, json);
    if (!json && !findings.changes().isEmpty()) {
      invocation.terminal().out().println();
    }
  }

  private static boolean works(Deployment deployment) {
    return deployment
        .stack()
        .map(stack -> !stack.isHost() && stack.description().mode() == Mode.FULL)
        .orElse(true);
  }

  private boolean mayNotWork(Deployment looking) {
    if (!looking.stack().map(Stack::isHost).orElse(false)) {
      invocation.note("Objects were not read: another command that only looks holds the stack.");
      return true;
    }
    Optional<RunRecord> unfinished =
        RunRecords.decoded(looking.query().runs()).stream().filter(run -> !run.ended()).findFirst();
    unfinished.ifPresent(
        run ->
            invocation.note(
                "Objects were not read: that would resume run "
                    + run.run()
                    + ", which is not at its end. `sluice runs watch "
                    + run.run()
                    + "` goes on with it."));
    return unfinished.isPresent();
  }
}
