package io.sluice.state;

import io.sluice.machine.task.MachineSettings;
import io.sluice.transport.Connection;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a state service is told at its start; printed then.
 *
 * @param data where the local store is kept; it can be rebuilt from the topics
 * @param readOnly serve what is committed: apply nothing, judge nobody
 * @param batch inbox records that one transaction may take
 * @param pools the pools that there may be; empty where any name makes one
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
    String httpHost,
    String advertisedHost,
    int httpPort) {
  public StateConfiguration {
    if (batch < 1 || batch > 10_000) {
      throw new IllegalArgumentException("SLUICE_STATE_BATCH is from 1 to 10000");
    }
    if (concurrentCommits < 1) {
      throw new IllegalArgumentException("SLUICE_STATE_COMMITS is at least 1");
    }
  }

  public static StateConfiguration from(Connection connection, Map<String, String> environment) {
    String host = environment.getOrDefault("SLUICE_HTTP_HOST", "127.0.0.1");
    return new StateConfiguration(
        connection,
        environment.getOrDefault(
            "SLUICE_STATE_NAME", hostName() + "-" + ProcessHandle.current().pid()),
        Path.of(environment.getOrDefault("SLUICE_DATA", ".sluice/state")).toAbsolutePath(),
        Boolean.parseBoolean(environment.getOrDefault("SLUICE_STATE_READ_ONLY", "false")),
        number(environment, "SLUICE_STATE_BATCH", 2_000),
        number(environment, "SLUICE_STATE_COMMITS", 4),
        Duration.ofMillis(number(environment, "SLUICE_STATE_JUDGE_WORKERS_MS", 1_000)),
        Duration.ofMillis(number(environment, "SLUICE_STATE_UNHEARD_MS", 15_000)),
        Duration.ofMillis(number(environment, "SLUICE_STATE_RETENTION_MS", 60_000)),
        MachineSettings.DEFAULT
            .withParallelism(
                number(environment, "SLUICE_PARALLELISM", MachineSettings.DEFAULT.parallelism()))
            .withCalls(
                Duration.ofSeconds(number(environment, "SLUICE_CALL_TIMEOUT_S", 300)),
                Duration.ofSeconds(number(environment, "SLUICE_LONGEST_CALL_S", 86_400)),
                Duration.ofSeconds(number(environment, "SLUICE_VISIBILITY_S", 30))),
        names(environment.getOrDefault("SLUICE_POOLS", "")),
        host,
        environment.getOrDefault("SLUICE_HTTP_ADVERTISED_HOST", host),
        number(environment, "SLUICE_HTTP_PORT", -1));
  }

  private static Set<String> names(String list) {
    return Arrays.stream(list.split(",", -1))
        .map(String::strip)
        .filter(name -> !name.isEmpty())
        .collect(Collectors.toUnmodifiableSet());
  }

  private static int number(Map<String, String> environment, String name, int otherwise) {
    String text = environment.getOrDefault(name, "").strip();
    if (text.isEmpty()) {
      return otherwise;
    }
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(name + " is a whole number, not \"" + text + "\"", e);
    }
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "state";
    }
  }
}
