package io.sluice.cli.local;

import io.sluice.cli.local.LocalDescription.Mode;
import io.sluice.cli.terminal.Fault;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** The life of the background process: gets the lock, serves until it is asked to stop. */
public final class BackgroundHost {
  private static final Duration PAUSE = Duration.ofMillis(50);
  private static final Duration TURN = Duration.ofHours(12);
  private static final long LOOK_MILLIS = 1_000;

  private BackgroundHost() {}

  /**
   * Returns when the deployment was asked to stop.
   *
   * @param started runs once the deployment serves
   */
  public static void run(
      LocalDirectory directory, Map<String, String> environment, Runnable started)
      throws InterruptedException {
    directory.create();
    try (DeploymentHost host =
        DeploymentHost.start(
            directory,
            lock(directory),
            new DeploymentHost.Purpose(Mode.FULL, true, false, "sluice up", environment))) {
      started.run();
      while (!host.awaitTrouble(LOOK_MILLIS)) {
        // Serving is all there is to do.
      }
      String why = host.trouble().orElse("");
      if (!why.equals(ControlServer.ASKED_TO_STOP)) {
        throw Fault.of(
            "The local deployment had to stop", why + ".", "`sluice up` starts it again.");
      }
    }
  }

  /**
   * A command that hosts the deployment at the moment keeps it until it has ended: then it is our
   * turn.
   */
  private static HostLock lock(LocalDirectory directory) {
    long began = System.nanoTime();
    while (Duration.ofNanos(System.nanoTime() - began).compareTo(TURN) < 0) {
      Optional<HostLock> lock = HostLock.take(directory);
      if (lock.isPresent()) {
        return lock.get();
      }
      if (BackgroundDeployment.running(directory).filter(LocalDescription::stays).isPresent()) {
        throw Fault.of(
            "The local deployment is already up", "Another background process hosts it.", "");
      }
      HostTrouble.throwIfAny(directory);
      DeploymentEntry.paused(PAUSE);
    }
    throw Fault.of("The local deployment never became free", "Another command hosts it.", "");
  }
}
