package io.sluice.cli.command.shared;

import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.render.JsonLine;
import io.sluice.cli.surgery.Edit;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.cli.terminal.Operator;
import io.sluice.client.RunIds;
import io.sluice.client.RunRecords;
import io.sluice.model.Address;
import io.sluice.model.message.Snapshot;
import io.sluice.model.record.Refusal.HeldBy;
import io.sluice.model.record.RunOutcome;
import io.sluice.model.record.RunRecord;
import io.sluice.model.record.StateRecord;
import io.sluice.transport.query.QueryClient;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Carries an edit out: reads the workspace, has the edit made, sends it, and waits for what the
 * state service decided. While a run holds what it touches, all of that is done again from the
 * reading on, so that nothing rests on what has changed meanwhile.
 */
public final class StateEditor {
  private static final Duration ANSWER = Duration.ofSeconds(60);

  private final Invocation invocation;
  private final EditOptions options;
  private Predicate<Edit> agreement = edit -> true;

  public StateEditor(Invocation invocation, EditOptions options) {
    this.invocation = invocation;
    this.options = options;
  }

  /** Asks before an edit is sent; what is not agreed to is not done. */
  public StateEditor agreeing(Predicate<Edit> asking) {
    agreement = asking;
    return this;
  }

  public int perform(String command, Function<Snapshot, Edit> surgery) {
    return performWith(command, (deployment, snapshot) -> surgery.apply(snapshot));
  }

  @FunctionalInterface
  public interface Surgery {
    Edit on(Deployment deployment, Snapshot snapshot);
  }

  public int performWith(String command, Surgery surgery) {
    try (Deployment deployment =
        new Opening(invocation, options.fleet(), command).ofRecorded().toOrder()) {
      String workspace = options.workspace().name(invocation, deployment);
      return perform(deployment, workspace, surgery);
    }
  }

  public int perform(Deployment deployment, String workspace, Surgery surgery) {
    long until = System.nanoTime() + LengthOfTime.of(options.lockTimeout()).toNanos();
    boolean told = false;
    Set<Address> agreed = Set.of();
    while (true) {
      Edit edit =
          surgery.on(deployment, deployment.query().snapshot(workspace, QueryClient.ANY_VERSION));
      if (edit.isEmpty()) {
        invocation.note("State is already as requested.");
        return 0;
      }
      if (options.dryRun()) {
        tell(edit, Optional.empty());
        return 0;
      }
      Set<Address> touched = touched(edit);
      if (!touched.equals(agreed) && !agreement.test(edit)) {
        invocation.note("Nothing was changed.");
        return ExitCode.FAILED.number();
      }
      agreed = touched;
      RunRecord run = send(deployment, workspace, edit);
      if (run.outcome() == RunOutcome.SUCCEEDED) {
        tell(edit, Optional.of(run));
        return 0;
      }
      if (!isHeld(run) || System.nanoTime() - until > 0) {
        throw refused(run);
      }
      if (!told) {
        invocation.note("Waiting: " + run.reasons().getFirst());
        deployment.begin();
        told = true;
      }
      pause(500);
    }
  }

  private static Set<Address> touched(Edit edit) {
    Set<Address> touched = new TreeSet<>(edit.remove());
    edit.put().forEach(record -> touched.add(record.address()));
    return touched;
  }

  /** The edit's run as it ended. */
  public static RunRecord send(Deployment deployment, String workspace, Edit edit) {
    String id = RunIds.next();
    String by = Operator.name();
    deployment.client().order(workspace, edit.message(id, workspace, by));
    long until = System.nanoTime() + ANSWER.toNanos();
    while (System.nanoTime() - until < 0) {
      Optional<RunRecord> run = RunRecords.answered(deployment.query().run(workspace, id));
      if (run.isPresent()) {
        return run.get();
      }
      pause(10);
    }
    throw Fault.of(
        "No state service took the edit within " + ANSWER.toSeconds() + " s",
        "It is run " + id + ".",
        "The edit is stored; a state service will accept or refuse it when it reads it: `sluice"
            + " runs show "
            + id
            + "`.");
  }

  /** A state service of the release before says it in its sentence alone. */
  private static boolean isHeld(RunRecord run) {
    return run.refusals().isEmpty()
        ? run.reasons().stream().anyMatch(reason -> reason.contains(" holds what "))
        : run.refusals().stream().anyMatch(HeldBy.class::isInstance);
  }

  private static Fault refused(RunRecord run) {
    List<String> reasons = run.reasons();
    String more = reasons.size() > 5 ? " (and " + (reasons.size() - 5) + " more)" : "";
    return Fault.of(
        "State was not changed",
        String.join("; ", reasons.stream().limit(5).toList()) + more + ".",
        "Review state and repeat the command; --lock-timeout 60s waits for runs.");
  }

  private void tell(Edit edit, Optional<RunRecord> run) {
    if (options.json()) {
      var line = JsonLine.of("edit", Instant.now()).put("what", edit.what());
      run.ifPresent(known -> line.put("run", known.run()));
      var put = line.putArray("put");
      edit.put().stream().map(StateRecord::address).map(Address::text).forEach(put::add);
      var removed = line.putArray("removed");
      edit.remove().stream().map(Address::text).forEach(removed::add);
      invocation.terminal().out().println(line);
      return;
    }
    String would = run.isPresent() ? "" : "would be ";
    edit.remove().forEach(address -> say("  - " + would + "removed  " + address));
    edit.put().forEach(record -> say("  + " + would + "written  " + record.address()));
    if (run.isPresent()) {
      say(edit.what() + ": done, as run " + run.get().run() + ".");
      if (!edit.put().isEmpty() || !edit.remove().isEmpty()) {
        invocation.note(
            "To undo it: " + invocation.command("state", "restore", "--undo", run.get().run()));
      }
    }
  }

  private void say(String text) {
    invocation.terminal().out().println(text);
  }

  private static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Fault.of("Interrupted", "While waiting for the state service.", "").because(e);
    }
  }
}
