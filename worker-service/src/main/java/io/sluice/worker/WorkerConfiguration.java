package io.sluice.worker;

import io.sluice.bridge.host.HostSettings;
import io.sluice.model.PoolName;
import io.sluice.provider.plugin.Plugins;
import io.sluice.service.Settings;
import io.sluice.transport.Connection;
import io.sluice.worker.files.Layouts;
import io.sluice.worker.plugin.PastCalls;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * The settings of a worker; printed at its start, without secrets.
 *
 * @param root where relative paths of resources begin
 * @param keyFile the master key for sealed values
 * @param consumers parked share consumers; a few are faster than one
 * @param batch records that one poll may acquire
 * @param leaseAfter what lasts longer is handed over from claim to lease
 * @param oldestLease an operation that can't be found again begins only on a younger lease
 * @param data what this worker keeps of real providers: packages and schemas
 * @param files of the files of runs that it lays out
 * @param plugged of the processes of real providers
 * @param requestGrace how long a request of theirs may be on its way after their end
 */
public record WorkerConfiguration(
    Connection connection,
    String name,
    String pool,
    Path root,
    Path keyFile,
    Plugins plugins,
    int consumers,
    int batch,
    int mostInFlight,
    Duration leaseAfter,
    Duration oldestLease,
    Duration drain,
    String httpHost,
    int httpPort,
    Path data,
    Layouts.Limits files,
    HostSettings plugged,
    Duration requestGrace) {
  /** Behind the drain: claim loops end, then clients, membership and sessions close. */
  private static final Duration CLOSING = Duration.ofSeconds(15);

  public WorkerConfiguration {
    if (!PoolName.isValid(pool)) {
      throw new IllegalArgumentException("SLUICE_POOL can't be \"" + pool + "\". " + PoolName.RULE);
    }
    if (consumers < 1 || consumers > 64 || batch < 1 || batch > 2_000 || mostInFlight < 1) {
      throw new IllegalArgumentException(
          "SLUICE_WORKER_CONSUMERS must be from 1 to 64, SLUICE_WORKER_BATCH from 1 to 2000,"
              + " SLUICE_WORKER_MOST_IN_FLIGHT at least 1");
    }
  }

  /** The environment's names; {@code SLUICE_ROOT} is the current directory unless it is given. */
  public static WorkerConfiguration from(Connection connection, Map<String, String> environment) {
    Settings settings = new Settings(environment);
    Path root = Path.of(settings.text("SLUICE_ROOT", ""));
    Path data =
        settings
            .path("SLUICE_WORKER_DATA", root.resolve(".sluice/worker").toString())
            .toAbsolutePath()
            .normalize();
    return new WorkerConfiguration(
        connection,
        settings.text("SLUICE_WORKER_NAME", Settings.hostName("worker") + "-" + pid()),
        settings.text("SLUICE_POOL", PoolName.DEFAULT),
        root.toAbsolutePath().normalize(),
        settings.keyFile(),
        Plugins.from(environment),
        settings.number("SLUICE_WORKER_CONSUMERS", 4),
        settings.number("SLUICE_WORKER_BATCH", 250),
        settings.number("SLUICE_WORKER_MOST_IN_FLIGHT", 2_000),
        settings.millis("SLUICE_WORKER_LEASE_AFTER_MS", 20),
        settings.millis("SLUICE_WORKER_OLDEST_LEASE_MS", 2_000),
        drain(settings),
        settings.httpHost(),
        settings.httpPort(),
        data,
        files(settings),
        plugged(settings, data),
        settings.seconds(
            "SLUICE_WORKER_PLUGIN_REQUEST_S", (int) PastCalls.USUAL_GRACE.toSeconds()));
  }

  /** A plugin process may use a directory for as long as the process is kept. */
  private static Layouts.Limits files(Settings settings) {
    return new Layouts.Limits(
        (long) settings.number("SLUICE_WORKER_FILES_MB", 4_096) << 20,
        pluginIdle(settings).multipliedBy(2));
  }

  private static Duration pluginIdle(Settings settings) {
    return settings.seconds(
        "SLUICE_WORKER_PLUGIN_IDLE_S", (int) HostSettings.USUAL_IDLE.toSeconds());
  }

  private static HostSettings plugged(Settings settings, Path data) {
    HostSettings usual = HostSettings.usual(data.resolve("schemas"));
    long memory = settings.number("SLUICE_WORKER_PLUGIN_MEMORY_MB", (int) (usual.memory() >> 20));
    return new HostSettings(usual.runtime(), usual.schemas(), memory << 20, pluginIdle(settings));
  }

  private static Duration drain(Settings settings) {
    return settings.seconds("SLUICE_WORKER_DRAIN_S", 30);
  }

  /**
   * How long a worker with these settings may take to stop, so that its supervisor gives it that
   * time.
   */
  public static Duration longestStop(Map<String, String> environment) {
    return drain(new Settings(environment)).plus(CLOSING);
  }

  private static long pid() {
    return ProcessHandle.current().pid();
  }
}
