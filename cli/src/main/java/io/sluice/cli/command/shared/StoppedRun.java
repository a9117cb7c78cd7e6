package io.sluice.cli.command.shared;

import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.follow.OrderReceipt;
import io.sluice.cli.terminal.Invocation;
import io.sluice.client.RunRecords;
import io.sluice.model.record.RunRecord;

/**
 * A run that was told to stop while no run could go on. It has to hear from workers what became of
 * the nodes that were sent to them, and they are started for that unless another run would go on.
 */
public final class StoppedRun {
  private StoppedRun() {}

  /** The run as it ended, or as it is where it can't end yet. */
  public static RunRecord settled(Invocation invocation, Deployment deployment, RunRecord stopped) {
    if (!deployment.isHeld() || stopped.ended() || stopped.stop() == null) {
      return stopped;
    }
    if (isBesideOthers(deployment, stopped)) {
      invocation.note(
          "Run "
              + stopped.run()
              + " begins nothing more. It ends when workers are running, which would go on with"
              + " other runs as well: "
              + invocation.command("up"));
      return stopped;
    }
    deployment.begin();
    return awaitEnd(deployment, stopped);
  }

  private static boolean isBesideOthers(Deployment deployment, RunRecord stopped) {
    return RunRecords.decoded(deployment.query().runs()).stream()
        .anyMatch(run -> !run.ended() && !run.run().equals(stopped.run()));
  }

  private static RunRecord awaitEnd(Deployment deployment, RunRecord stopped) {
    return OrderReceipt.look(
        () ->
            RunRecords.answered(deployment.query().run(stopped.workspace(), stopped.run()))
                .orElse(stopped),
        RunRecord::ended);
  }
}
