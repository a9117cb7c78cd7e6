package io.sluice.planner;

import io.sluice.provider.plugin.Plugins;
import io.sluice.transport.Connection;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * What a planner is told at its start; printed then, without anything secret.
 *
 * @param keyFile the master key for sealed values
 * @param concurrent documents that are worked on at once, and as many requests
 * @param longest how long one document or request may take before it is refused
 * @param patience how long one call for a snapshot tries before it gives its thread back
 * @param longestWait how long a request waits for the state of its workspace before it is passed
 *     over
 */
public record PlannerConfiguration(
    Connection connection,
    String name,
    Path keyFile,
    Plugins plugins,
    int concurrent,
    Duration longest,
    Duration patience,
    Duration longestWait,
    String httpHost,
    int httpPort) {
  public PlannerConfiguration {
    if (concurrent < 1 || concurrent > 256) {
      throw new IllegalArgumentException("SLUICE_PLANNER_CONCURRENT is from 1 to 256");
    }
    if (longest.toSeconds() < 1) {
      throw new IllegalArgumentException("SLUICE_PLANNER_LONGEST_S is at least 1");
    }
    if (longestWait.toSeconds() < 1) {
      throw new IllegalArgumentException("SLUICE_PLANNER_LONGEST_WAIT_S is at least 1");
    }
  }

  public static PlannerConfiguration from(Connection connection, Map<String, String> environment) {
    return new PlannerConfiguration(
        connection,
        environment.getOrDefault("SLUICE_PLANNER_NAME", hostName()),
        Path.of(environment.getOrDefault("SLUICE_KEY_FILE", ".sluice/key")).toAbsolutePath(),
        Plugins.from(environment),
        number(environment, "SLUICE_PLANNER_CONCURRENT", 8),
        Duration.ofSeconds(number(environment, "SLUICE_PLANNER_LONGEST_S", 300)),
        Duration.ofSeconds(number(environment, "SLUICE_PLANNER_PATIENCE_S", 1)),
        Duration.ofSeconds(number(environment, "SLUICE_PLANNER_LONGEST_WAIT_S", 60)),
        environment.getOrDefault("SLUICE_HTTP_HOST", "127.0.0.1"),
        number(environment, "SLUICE_HTTP_PORT", -1));
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
      return InetAddress.getLocalHost().getHostName().replaceAll("[^A-Za-z0-9-]", "-");
    } catch (UnknownHostException e) {
      return "planner";
    }
  }
}
