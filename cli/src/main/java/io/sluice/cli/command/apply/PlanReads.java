package io.sluice.cli.command.apply;

import io.sluice.cli.command.shared.FleetOptions;
import io.sluice.cli.command.shared.Opening;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.plan.ConfigurationPlanning;
import io.sluice.cli.read.Findings;
import io.sluice.cli.render.run.InterruptedText;
import io.sluice.cli.terminal.Invocation;
import io.sluice.client.RunRecords;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.model.record.RunRecord;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The reads before a plan that only looks. They need workers, and a deployment that has workers
 * resumes what a crash left behind: if anything was left, the plan is drawn without them.
 */
public final class PlanReads {
  private static final String THEN =
      "The plan starts from what was found and changes it back where the configuration says"
          + " otherwise.\n"
          + "State keeps what it had: `sluice apply --refresh-only` records what was found.";

  private final Invocation invocation;
  private final FleetOptions fleet;
  private final ConfigurationPlanning planning;
  private final boolean json;

  public PlanReads(
      Invocation invocation, FleetOptions fleet, ConfigurationPlanning planning, boolean json) {
    this.invocation = invocation;
    this.fleet = fleet;
    this.planning = planning;
    this.json = json;
  }

  public ConfigurationPlanning.Drawn draw(RunKind kind, RunOptions options) {
    Optional<Deployment> found = opening().toLookIfThere();
    if (found.isEmpty()) {
      return planning.draw(found, kind, options);
    }
    try (Deployment looking = found.get()) {
      List<RunRecord> interrupted = interrupted(looking);
      InterruptedText.of(interrupted, Instant.now(), invocation::command).forEach(invocation::note);
      boolean reads = planning.mustRead(planning.state(looking), kind, options);
      if (reads && looking.hasOthersWork()) {
        tell(planning.read(looking, options));
        return planning.draw(found, kind, options);
      }
      if (!reads || mayNotWork(looking, interrupted)) {
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

  /** What differs from state, which keeps what it has until an apply. */
  public void tell(Findings findings) {
    boolean text = !json && !findings.changes().isEmpty();
    if (text) {
      invocation.terminal().out().println("Objects have changed outside of Sluice:\n");
    }
    findings.tell(invocation, json);
    if (text) {
      invocation.terminal().out().println("\n" + THEN + "\n");
    }
  }

  private static List<RunRecord> interrupted(Deployment looking) {
    return looking.isIdle()
        ? RunRecords.decoded(looking.query().runs()).stream().filter(run -> !run.ended()).toList()
        : List.of();
  }

  private boolean mayNotWork(Deployment looking, List<RunRecord> interrupted) {
    if (!looking.mayHost()) {
      invocation.note(
          "Objects were not read: another read-only command hosts the local deployment.");
      return true;
    }
    if (!interrupted.isEmpty()) {
      invocation.note("Objects were not read: reading them would resume interrupted runs.");
    }
    return !interrupted.isEmpty();
  }
}
