package io.sluice.cli.local;

import io.sluice.cli.local.LocalDescription.Mode;
import io.sluice.cli.terminal.Fault;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The way into a deployment: the process that gets the lock hosts it, all others join, and one that
 * comes while a host starts or stops waits for the outcome.
 */
final class DeploymentEntry {
  /** Said before anything is done for it: it takes seconds. */
  private static final String STARTING =
      "Starting the local deployment... (`sluice up` keeps it running)";

  private static final Duration PAUSE = Duration.ofMillis(25);
  private static final Duration SILENCE = Duration.ofSeconds(1);

  private final LocalDirectory directory;
  private final Consumer<String> narrator;
  private boolean said;

  DeploymentEntry(LocalDirectory directory, Consumer<String> narrator) {
    this.directory = directory;
    this.narrator = narrator;
  }

  LocalDeployment enter(DeploymentHost.Purpose purpose, Duration patience) {
    long began = System.nanoTime();
    while (true) {
      Optional<HostLock> lock = HostLock.take(directory);
      if (lock.isPresent()) {
        narrator.accept(STARTING);
        return LocalDeployment.hosted(
            directory, DeploymentHost.start(directory, lock.get(), purpose), narrator);
      }
      Optional<LocalDeployment> joined = join(purpose.mode());
      if (joined.isPresent()) {
        return joined.get();
      }
      HostTrouble.throwIfAny(directory);
      Duration waited = Duration.ofNanos(System.nanoTime() - began);
      if (waited.compareTo(patience) > 0) {
        throw tooLong();
      }
      if (waited.compareTo(SILENCE) > 0) {
        say();
      }
      if (!paused(PAUSE)) {
        throw Fault.of(
            "Interrupted", "While waiting for the local deployment of " + directory.root(), "");
      }
    }
  }

  private Optional<LocalDeployment> join(Mode wanted) {
    Optional<JoinedCommands> membership = JoinedCommands.join(directory);
    if (membership.isEmpty()) {
      return Optional.empty();
    }
    Optional<LocalDescription> found = LocalDescription.read(directory);
    boolean fits = found.isPresent() && (wanted == Mode.READ || found.get().mode() == Mode.FULL);
    if (!fits || !HostLock.isHeld(directory)) {
      membership.get().close();
      return Optional.empty();
    }
    LocalDescription description = found.get();
    if (!description.build().equals(Build.current())) {
      membership.get().close();
      throw anotherBuild(description);
    }
    return Optional.of(LocalDeployment.joined(directory, description, membership.get(), narrator));
  }

  public static Fault anotherBuild(LocalDescription description) {
    return Fault.of(
        "The running deployment is of another build",
        "`"
            + description.command()
            + "` (pid "
            + description.pid()
            + ") runs build "
            + description.build()
            + "; this is "
            + Build.current()
            + ".",
        "`sluice down`, then `sluice up`: nothing is lost.");
  }

  private void say() {
    if (!said) {
      said = true;
      narrator.accept(
          LocalDescription.read(directory)
              .map(
                  host ->
                      "Waiting for `"
                          + host.command()
                          + "` (pid "
                          + host.pid()
                          + ") to release the local deployment...")
              .orElse("Waiting for the local deployment to start or stop..."));
    }
  }

  private Fault tooLong() {
    String holder =
        LocalDescription.read(directory)
            .map(host -> "`" + host.command() + "` (pid " + host.pid() + ")")
            .or(() -> HostTrouble.holder(directory).map(process -> "The process " + process.pid()))
            .orElse("An unknown process");
    return Fault.of(
        "The local deployment of this directory can't be used",
        holder + " holds " + directory.hostLock() + " and neither serves nor ends.",
        "`sluice status` shows it; if it hangs, end that process. Nothing is lost.");
  }

  /** False when the thread was interrupted. */
  static boolean paused(Duration time) {
    try {
      Thread.sleep(time);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
