package io.sluice.cli.command.apply;

import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.follow.KnownRun;
import io.sluice.cli.follow.RunsAhead;
import io.sluice.cli.render.Durations;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.client.RunRecords;
import io.sluice.model.record.RunRecord;
import java.time.Duration;
import java.util.Optional;

/**
 * A run that still changes the workspace. A plan beside it that changes nothing says nothing of how
 * the workspace will be.
 */
public final class RunUnderWay {
  private static final Duration PAUSE = Duration.ofMillis(200);

  private RunUnderWay() {}

  /** Waits for the end of one, named to the person; false where there is none. */
  public static boolean awaited(
      Invocation invocation, Deployment deployment, String workspace, Optional<Duration> longest) {
    Optional<RunRecord> found =
        RunRecords.decoded(deployment.query().runs()).stream()
            .filter(run -> run.workspace().equals(workspace))
            .filter(run -> !run.ended() && KnownRun.acts(run))
            .findFirst();
    found.ifPresent(
        run -> {
          invocation.note(RunsAhead.text(run, invocation::command));
          awaitEnd(deployment, run, longest);
        });
    return found.isPresent();
  }

  private static void awaitEnd(Deployment deployment, RunRecord run, Optional<Duration> longest) {
    long began = System.nanoTime();
    while (isUnderWay(deployment, run)) {
      if (longest.filter(most -> System.nanoTime() - began > most.toNanos()).isPresent()) {
        throw Fault.of(
            "Run " + run.run() + " has not ended within " + Durations.of(longest.get()),
            "It holds what this command would change.",
            "Nothing was changed. A longer --lock-timeout waits longer.");
      }
      try {
        Thread.sleep(PAUSE);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw Fault.of("Interrupted", "While waiting for run " + run.run() + ".", "").because(e);
      }
    }
  }

  private static boolean isUnderWay(Deployment deployment, RunRecord run) {
    return RunRecords.answered(deployment.query().run(run.workspace(), run.run()))
        .filter(now -> !now.ended())
        .isPresent();
  }
}
