package io.sluice.cli.local;

import io.sluice.cli.local.LocalDescription.Mode;
import io.sluice.cli.logging.Timeline;
import io.sluice.cli.terminal.Fault;
import io.sluice.embedded.ClusterOptions;
import io.sluice.embedded.DeploymentSecret;
import io.sluice.embedded.EmbeddedCluster;
import io.sluice.embedded.StartFailed;
import io.sluice.transport.Connection;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Broker, ZooKeeper and the services in this process, for as long as it holds the directory's lock.
 * Stops in the reverse order of what depends on what; it releases the lock last, so that no second
 * deployment starts on the same data.
 */
final class DeploymentHost implements AutoCloseable {
  private final LocalDirectory directory;
  private final HostLock lock;

  private static final Duration RUNNING_WITHIN = Duration.ofSeconds(15);

  private final EmbeddedCluster cluster;
  private final Services services;
  private final ControlServer control;
  private final LocalDescription description;
  private final Troubles troubles;
  private final AtomicBoolean closed = new AtomicBoolean();
  private final AtomicBoolean published = new AtomicBoolean();
  private final CountDownLatch gone = new CountDownLatch(1);
  private final Thread hook = new Thread(this::close, "sluice-local-stop");

  /** What went wrong while running, once: the broker gave up, or the disk ran full. */
  static final class Troubles {
    private final AtomicReference<@Nullable String> first = new AtomicReference<>();
    private final CountDownLatch heard = new CountDownLatch(1);

    void tell(String trouble) {
      if (first.compareAndSet(null, trouble)) {
        heard.countDown();
      }
    }

    Optional<String> first() {
      return Optional.ofNullable(first.get());
    }
  }

  /**
   * What a deployment is started for.
   *
   * @param held whether nothing is planned or carried out, and nobody may join, before {@link
   *     DeploymentHost#begin()}
   */
  record Purpose(
      Mode mode, boolean stays, boolean held, String command, Map<String, String> environment) {}

  private DeploymentHost(
      LocalDirectory directory,
      HostLock lock,
      EmbeddedCluster cluster,
      Services services,
      ControlServer control,
      LocalDescription description,
      Troubles troubles) {
    this.directory = directory;
    this.lock = lock;
    this.cluster = cluster;
    this.services = services;
    this.control = control;
    this.description = description;
    this.troubles = troubles;
  }

  /**
   * Ready for its own clients when it returns. On a failure nothing stays behind and the lock is
   * free.
   */
  static DeploymentHost start(LocalDirectory directory, HostLock lock, Purpose purpose) {
    try {
      HostTrouble.requireFreeData(directory);
      LocalDescription.remove(directory);
      StorageTrouble.requireSpace(directory);
      return started(directory, lock, purpose);
    } catch (IOException e) {
      lock.close();
      throw HostLock.unusable(directory.description(), e);
    } catch (RuntimeException | Error e) {
      lock.close();
      throw e;
    }
  }

  private static DeploymentHost started(LocalDirectory directory, HostLock lock, Purpose purpose)
      throws IOException {
    Troubles troubles = new Troubles();
    DeploymentSecret secret = DeploymentSecret.random();
    EmbeddedCluster cluster = cluster(directory, troubles, secret);
    Timeline.mark("broker and ZooKeeper ready");
    @Nullable Services services = null;
    @Nullable ControlServer control = null;
    try {
      Connection connection =
          LocalDescription.connection(cluster.bootstrapServers(), cluster.zookeeper(), secret);
      services = Services.start(directory, connection, purpose, cluster::forgetMembers);
      if (purpose.stays()) {
        services.awaitRunning(RUNNING_WITHIN);
      }
      control = ControlServer.start(secret.text());
      LocalDescription description =
          new LocalDescription(
              1,
              ProcessHandle.current().pid(),
              Build.current(),
              purpose.mode(),
              purpose.stays(),
              purpose.command(),
              cluster.bootstrapServers(),
              cluster.zookeeper(),
              services.queryAddress(),
              control.address(),
              secret.text(),
              Instant.now(),
              BackgroundDeployment.longestStop(purpose.environment()).toSeconds());
      DeploymentHost host =
          new DeploymentHost(directory, lock, cluster, services, control, description, troubles);
      control.serve(host::services, () -> troubles.tell(ControlServer.ASKED_TO_STOP));
      Runtime.getRuntime().addShutdownHook(host.hook);
      if (!purpose.held()) {
        host.publish();
      }
      Timeline.mark("services ready");
      return host;
    } catch (RuntimeException | IOException | Error e) {
      closeQuietly(control);
      closeQuietly(services);
      closeQuietly(cluster);
      throw e;
    }
  }

  private static EmbeddedCluster cluster(
      LocalDirectory directory, Troubles troubles, DeploymentSecret secret) {
    try {
      return EmbeddedCluster.start(
          directory.data(),
          ClusterOptions.closed(secret).withFaultsTo(troubles::tell).withoutPredecessors());
    } catch (StartFailed e) {
      throw Fault.of(
              "The local deployment could not start",
              capitalised(String.valueOf(e.getMessage())),
              "Its data is under "
                  + directory.data()
                  + ". If another program changed or truncated these files, restore a copy; to"
                  + " start over without the recorded state, move that folder away.")
          .because(e);
    }
  }

  /** Goes on with what was held, if it was. */
  void begin() {
    try {
      if (!isPublished()) {
        services.begin();
        publish();
      }
    } catch (IOException e) {
      throw HostLock.unusable(directory.description(), e);
    }
  }

  /** Others can join from now on. */
  private void publish() throws IOException {
    description.publish(directory);
    published.set(true);
  }

  boolean isPublished() {
    return published.get();
  }

  LocalDescription description() {
    return description;
  }

  Services services() {
    return services;
  }

  /**
   * Why the deployment can't go on, if so; {@link ControlServer#ASKED_TO_STOP} when it was asked
   * to.
   */
  Optional<String> trouble() {
    if (troubles.first().isEmpty()) {
      long free = StorageTrouble.free(directory.data()).orElse(Long.MAX_VALUE);
      if (free < StorageTrouble.NEEDED_TO_GO_ON) {
        troubles.tell("the disk that holds " + directory.data() + " is full");
      }
    }
    return troubles.first();
  }

  /** Waits until the deployment has a reason to end; false when the time is over first. */
  boolean awaitTrouble(long millis) throws InterruptedException {
    return troubles.heard.await(millis, TimeUnit.MILLISECONDS) || trouble().isPresent();
  }

  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      awaitGone();
      return;
    }
    try {
      LocalDescription.remove(directory);
    } catch (IOException e) {
      // The lock says the truth; a description that stays is recognised as stale through it.
    }
    Timeline.mark("closing");
    closeQuietly(control);
    closeQuietly(services);
    Timeline.mark("services closed");
    closeQuietly(cluster);
    lock.close();
    Timeline.mark("broker and ZooKeeper closed");
    gone.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // Shutting down already: this is the hook.
    }
  }

  private void awaitGone() {
    try {
      gone.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void closeQuietly(@Nullable AutoCloseable part) {
    try {
      if (part != null) {
        part.close();
      }
    } catch (Exception e) {
      // The next part must stop all the same; what is kept on disk was kept before.
    }
  }

  private static String capitalised(String text) {
    return text.isEmpty()
        ? text
        : Character.toUpperCase(text.charAt(0))
            + text.substring(1)
            + (text.endsWith(".") ? "" : ".");
  }
}
