package io.sluice.cli.command.shared;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.deployment.SelectedWorkspace;
import io.sluice.cli.deployment.Settings;
import io.sluice.cli.local.InterruptedRuns;
import io.sluice.cli.local.LocalDeployment;
import io.sluice.cli.local.LocalDescription.Mode;
import io.sluice.cli.local.LocalDirectory;
import io.sluice.cli.local.RestingRecords;
import io.sluice.cli.render.run.InterruptedText;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.cli.terminal.Operator;
import io.sluice.client.ClientFailure;
import io.sluice.client.RunRecords;
import io.sluice.model.record.RunPhase;
import io.sluice.model.record.RunRecord;
import io.sluice.transport.Connection;
import java.nio.file.Files;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

/**
 * How a command gets at what it talks to: the fleet that is named, else the directory's own
 * deployment.
 */
public final class Opening {
  private static final int MOST_TOLD = 5;

  private final Invocation invocation;
  private final FleetOptions fleet;
  private final String command;

  /**
   * @param command as other commands will name it while it hosts the deployment
   */
  public Opening(Invocation invocation, FleetOptions fleet, String command) {
    this.invocation = invocation;
    this.fleet = fleet;
    this.command = command;
  }

  /** For commands that change something: resumes runs that a crash left behind. */
  public Deployment toWork() {
    return open((deployment, told) -> tellResumed(deployment, invocation, told));
  }

  /**
   * For commands that follow a run of their own, which says what goes on beside it when it is
   * known: until every partition has an owner again, that takes some seconds.
   */
  public Deployment toFollow() {
    Instant now = Instant.now();
    return open(
        (deployment, told) ->
            deployment.learn(query -> resumed(query.runs(), now, told, invocation)));
  }

  /**
   * For orders that hold a run up or end it, and for edits of state: where this command hosts the
   * deployment, no run goes on before {@link Deployment#begin()}.
   */
  public Deployment toOrder() {
    Settings settings = fleet.settings(invocation);
    Optional<Connection> configured = settings.fleet();
    if (configured.isPresent()) {
      return atWork(configured.get());
    }
    LocalDirectory directory = new LocalDirectory(invocation.directory());
    LocalDeployment local =
        LocalDeployment.openHeld(directory, command, settings.environment(), invocation::note);
    return Deployment.of(local).telling(invocation::note);
  }

  private Deployment open(BiConsumer<Deployment, Set<String>> onResuming) {
    Settings settings = fleet.settings(invocation);
    Optional<Connection> configured = settings.fleet();
    if (configured.isPresent()) {
      return atWork(configured.get());
    }
    LocalDirectory directory = new LocalDirectory(invocation.directory());
    boolean used = Files.exists(directory.kafka());
    Set<String> told = tellResuming(directory, invocation);
    LocalDeployment local = entered(directory, Mode.FULL, settings);
    Deployment deployment = Deployment.of(local).telling(invocation::note);
    if (local.isHost() && used) {
      onResuming.accept(deployment, told);
    }
    return deployment;
  }

  /**
   * For commands about what was recorded before: where nothing was, and a folder nearby has a
   * deployment, that one is meant.
   */
  public Opening ofRecorded() {
    if (isUnused()) {
      NearbyDeployments.hint(invocation)
          .ifPresent(
              hint -> {
                throw Fault.of("There is no deployment here", hint, "");
              });
    }
    return this;
  }

  /** Whether nothing was ever recorded: there is no fleet, and no deployment of this directory. */
  public boolean isUnused() {
    LocalDirectory directory = new LocalDirectory(invocation.directory());
    return fleet.settings(invocation).fleet().isEmpty() && !Files.exists(directory.kafka());
  }

  /**
   * For commands that only look; empty where nothing was ever recorded, with a word on where else
   * it may be.
   */
  public Optional<Deployment> toLook() {
    Optional<Deployment> found = toLookIfThere();
    if (found.isEmpty()) {
      NearbyDeployments.hint(invocation).ifPresent(invocation::note);
    }
    return found;
  }

  /** For commands that need no deployment: a configuration that was never applied has none. */
  public Optional<Deployment> toLookIfThere() {
    Settings settings = fleet.settings(invocation);
    Optional<Connection> configured = settings.fleet();
    if (configured.isPresent()) {
      return configured.map(this::atWork);
    }
    LocalDirectory directory = new LocalDirectory(invocation.directory());
    if (!Files.exists(directory.kafka())) {
      return Optional.empty();
    }
    Deployment found =
        RestingRecords.of(directory)
            .map(records -> Deployment.resting(records, () -> looked(directory, settings)))
            .orElseGet(() -> Deployment.of(looked(directory, settings)));
    return Optional.of(found.telling(invocation::note));
  }

  private LocalDeployment looked(LocalDirectory directory, Settings settings) {
    return entered(directory, Mode.READ, settings);
  }

  private LocalDeployment entered(LocalDirectory directory, Mode mode, Settings settings) {
    return LocalDeployment.open(directory, mode, command, settings.environment(), invocation::note);
  }

  /** A fleet on which no service ever ran has no topics: whatever is sent there waits in vain. */
  private Deployment atWork(Connection fleet) {
    Deployment deployment =
        Deployment.of(fleet)
            .telling(invocation::note)
            .owning(SelectedWorkspace.runs(SelectedWorkspace.of(invocation), Operator.name()));
    try {
      deployment.client().requireService();
      return deployment;
    } catch (ClientFailure nothing) {
      deployment.close();
      throw nothing;
    }
  }

  /**
   * Printed before the deployment starts, which takes seconds: the next run may have to wait for
   * these.
   */
  public static Set<String> tellResuming(LocalDirectory directory, Invocation invocation) {
    List<RunRecord> interrupted = InterruptedRuns.of(directory);
    interrupted.stream()
        .limit(MOST_TOLD)
        .forEach(run -> invocation.note(resuming(run, invocation)));
    return interrupted.stream().map(RunRecord::run).collect(Collectors.toSet());
  }

  public static void tellResumed(Deployment deployment, Invocation invocation, Set<String> told) {
    resumed(deployment.query().runs(), Instant.now(), told, invocation).forEach(invocation::note);
  }

  /** What was submitted after this command began is not what a crash left behind. */
  private static List<String> resumed(
      List<JsonNode> runs, Instant began, Set<String> told, Invocation invocation) {
    return RunRecords.decoded(runs).stream()
        .filter(run -> run.submittedAt().isBefore(began))
        .filter(run -> !run.ended() && run.phase() != RunPhase.QUEUED)
        .filter(run -> !told.contains(run.run()))
        .map(run -> resuming(run, invocation))
        .toList();
  }

  private static String resuming(RunRecord run, Invocation invocation) {
    return "resuming run "
        + run.run()
        + ", "
        + InterruptedText.what(run, Instant.now())
        + "\n  "
        + InterruptedText.ending(run, invocation::command);
  }
}
