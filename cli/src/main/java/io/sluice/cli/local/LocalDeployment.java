package io.sluice.cli.local;

import io.sluice.cli.local.LocalDescription.Mode;
import io.sluice.cli.terminal.Fault;
import io.sluice.transport.Connection;
import io.sluice.transport.zookeeper.Announcement;
import io.sluice.transport.zookeeper.OneInstance;
import io.sluice.transport.zookeeper.Owners;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The deployment of a directory as one command uses it: hosted by this process, or joined where
 * another process hosts it. Closing ends the use; a host first waits for the commands that joined
 * it.
 */
public final class LocalDeployment implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(180);
  private static final Duration PAUSE = Duration.ofMillis(40);

  private final LocalDirectory directory;
  private final LocalDescription description;
  private final @Nullable DeploymentHost host;
  private final @Nullable JoinedCommands membership;
  private final Consumer<String> narrator;
  private boolean closed;

  private LocalDeployment(
      LocalDirectory directory,
      LocalDescription description,
      @Nullable DeploymentHost host,
      @Nullable JoinedCommands membership,
      Consumer<String> narrator) {
    this.directory = directory;
    this.description = description;
    this.host = host;
    this.membership = membership;
    this.narrator = narrator;
  }

  /**
   * Joins the running deployment or hosts one for this command.
   *
   * @param command what it is for, as other commands will name it
   * @param environment where the services' settings and {@code ${VAR}} come from
   * @param narrator receives a line when something takes time, and why
   */
  public static LocalDeployment open(
      LocalDirectory directory,
      Mode mode,
      String command,
      Map<String, String> environment,
      Consumer<String> narrator) {
    return entered(
        directory, new DeploymentHost.Purpose(mode, false, false, command, environment), narrator);
  }

  /**
   * The same, but where this process hosts, nothing is planned or carried out before {@link
   * #begin()}.
   */
  public static LocalDeployment openHeld(
      LocalDirectory directory,
      String command,
      Map<String, String> environment,
      Consumer<String> narrator) {
    return entered(
        directory,
        new DeploymentHost.Purpose(Mode.FULL, false, true, command, environment),
        narrator);
  }

  private static LocalDeployment entered(
      LocalDirectory directory, DeploymentHost.Purpose purpose, Consumer<String> narrator) {
    directory.create();
    return new DeploymentEntry(directory, narrator).enter(purpose, PATIENCE);
  }

  /** Whether what runs are about to do waits for {@link #begin()}. */
  public boolean isHeld() {
    return host != null && !host.isPublished();
  }

  /** Goes on with all runs, if they were held. */
  public void begin() {
    if (host != null) {
      host.begin();
    }
  }

  /** A view of a running deployment that does not keep it from stopping. */
  public static LocalDeployment watched(LocalDescription description, LocalDirectory directory) {
    return new LocalDeployment(directory, description, null, null, text -> {});
  }

  /** What to say when the running deployment can't be joined by this build. */
  public static Fault anotherBuild(LocalDescription description) {
    return DeploymentEntry.anotherBuild(description);
  }

  static LocalDeployment hosted(
      LocalDirectory directory, DeploymentHost host, Consumer<String> narrator) {
    return new LocalDeployment(directory, host.description(), host, null, narrator);
  }

  static LocalDeployment joined(
      LocalDirectory directory,
      LocalDescription description,
      JoinedCommands membership,
      Consumer<String> narrator) {
    return new LocalDeployment(directory, description, null, membership, narrator);
  }

  public LocalDescription description() {
    return description;
  }

  public Connection connection() {
    return description.connection();
  }

  /** Who answers queries: ZooKeeper need not be asked for what is known. */
  public Owners owners() {
    Announcement instance = new Announcement("local", 1, description.http(), null);
    return new OneInstance(
        instance, connection().credentials().httpToken(), this::servesEveryPartition);
  }

  private boolean servesEveryPartition() {
    List<ServiceStatus> services =
        host == null ? BackgroundDeployment.services(description) : host.services().standing();
    return services.stream()
        .filter(service -> service.role().equals(Services.STATE))
        .anyMatch(ServiceStatus::isRunning);
  }

  public boolean isHost() {
    return host != null;
  }

  /** Fails with a clear word when the deployment can't serve this command any more. */
  public void requireAlive() {
    if (host != null) {
      host.trouble().ifPresent(LocalDeployment::fail);
    } else if (!HostLock.isHeld(directory)) {
      throw Fault.of(
          "The local deployment has ended",
          "The process that hosted it (pid "
              + description.pid()
              + ", `"
              + description.command()
              + "`) is gone. Nothing is lost.",
          "`sluice up` starts it again and continues what was running.");
    }
  }

  private static void fail(String trouble) {
    boolean asked = trouble.equals(ControlServer.ASKED_TO_STOP);
    throw Fault.of(
        "The local deployment had to stop",
        asked
            ? "`sluice down` asked it to."
            : Character.toUpperCase(trouble.charAt(0)) + trouble.substring(1) + ".",
        "What was committed is kept. "
            + (asked ? "`sluice up`" : "Once this is fixed, `sluice up`")
            + " continues what was running.");
  }

  /** Ends without waiting for the commands that joined. */
  public void abandon() {
    closed = true;
    if (host != null) {
      host.close();
    }
    if (membership != null) {
      membership.close();
    }
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    if (membership != null) {
      membership.close();
    }
    if (host != null) {
      Optional<JoinedCommands> door = host.isPublished() ? awaitMembers(host) : Optional.empty();
      host.close();
      door.ifPresent(JoinedCommands::close);
    }
  }

  private Optional<JoinedCommands> awaitMembers(DeploymentHost running) {
    boolean said = false;
    while (running.trouble().isEmpty()) {
      Optional<JoinedCommands> door = JoinedCommands.closeDoor(directory);
      if (door.isPresent()) {
        return door;
      }
      if (!said) {
        narrator.accept(
            "Other commands still use the local deployment; waiting for them (Ctrl-C stops it"
                + " now).");
        said = true;
      }
      if (!DeploymentEntry.paused(PAUSE)) {
        return Optional.empty();
      }
    }
    return Optional.empty();
  }
}
