package io.sluice.state.settings;

import io.sluice.machine.task.MachineSettings;
import io.sluice.service.Settings;
import io.sluice.state.access.Grant;
import io.sluice.state.blob.BlobSettings;
import io.sluice.transport.Connection;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The settings of a state service; printed at its start.
 *
 * @param data where the local store is kept; it can be rebuilt from the topics
 * @param readOnly serve what is committed: apply nothing, declare no worker lost
 * @param batch inbox records that one transaction may take
 * @param blobs where contents are kept
 * @param pools the pools that there may be; empty where any name makes one
 * @param readers tokens with which people and programs may read over HTTP
 */
public record StateConfiguration(
    Connection connection,
    String instance,
    Path data,
    boolean readOnly,
    int batch,
    int concurrentCommits,
    Duration judgeWorkersEvery,
    Duration unheardEvery,
    Duration retentionEvery,
    MachineSettings machine,
    Set<String> pools,
    BlobSettings blobs,
    List<Grant> readers,
    String httpHost,
    String advertisedHost,
    int httpPort) {
  public StateConfiguration {
    if (batch < 1 || batch > 10_000) {
      throw new IllegalArgumentException("SLUICE_STATE_BATCH must be from 1 to 10000");
    }
    if (concurrentCommits < 1) {
      throw new IllegalArgumentException("SLUICE_STATE_COMMITS must be at least 1");
    }
  }

  public static StateConfiguration from(Connection connection, Map<String, String> environment) {
    Settings settings = new Settings(environment);
    String host = settings.httpHost();
    return new StateConfiguration(
        connection,
        settings.text(
            "SLUICE_STATE_NAME", Settings.hostName("state") + "-" + ProcessHandle.current().pid()),
        settings.path("SLUICE_DATA", ".sluice/state"),
        settings.flag("SLUICE_STATE_READ_ONLY"),
        settings.number("SLUICE_STATE_BATCH", 2_000),
        settings.number("SLUICE_STATE_COMMITS", 4),
        settings.millis("SLUICE_STATE_JUDGE_WORKERS_MS", 1_000),
        settings.millis("SLUICE_STATE_UNHEARD_MS", 15_000),
        settings.millis("SLUICE_STATE_RETENTION_MS", 60_000),
        MachineSettings.DEFAULT
            .withParallelism(
                settings.number("SLUICE_PARALLELISM", MachineSettings.DEFAULT.parallelism()))
            .withCalls(
                settings.seconds("SLUICE_CALL_TIMEOUT_S", 300),
                settings.seconds("SLUICE_LONGEST_CALL_S", 86_400),
                settings.seconds("SLUICE_VISIBILITY_S", 30)),
        names(settings.text("SLUICE_POOLS", "")),
        BlobSettings.from(environment),
        Grant.in(settings.text("SLUICE_HTTP_READERS_FILE", "")),
        host,
        settings.advertisedHost(),
        settings.httpPort());
  }

  private static Set<String> names(String list) {
    return Arrays.stream(list.split(",", -1))
        .map(String::strip)
        .filter(name -> !name.isEmpty())
        .collect(Collectors.toUnmodifiableSet());
  }
}
