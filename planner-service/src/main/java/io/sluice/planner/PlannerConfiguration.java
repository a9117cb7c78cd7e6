package io.sluice.planner;

import io.sluice.provider.plugin.Plugins;
import io.sluice.service.Settings;
import io.sluice.transport.Connection;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * A planner's settings; printed at its start, without secrets.
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
      throw new IllegalArgumentException("SLUICE_PLANNER_CONCURRENT must be from 1 to 256");
    }
    if (longest.toSeconds() < 1) {
      throw new IllegalArgumentException("SLUICE_PLANNER_LONGEST_S must be at least 1");
    }
    if (longestWait.toSeconds() < 1) {
      throw new IllegalArgumentException("SLUICE_PLANNER_LONGEST_WAIT_S must be at least 1");
    }
  }

  public static PlannerConfiguration from(Connection connection, Map<String, String> environment) {
    Settings settings = new Settings(environment);
    return new PlannerConfiguration(
        connection,
        settings.text("SLUICE_PLANNER_NAME", Settings.hostName("planner")),
        settings.keyFile(),
        Plugins.from(environment),
        settings.number("SLUICE_PLANNER_CONCURRENT", 8),
        settings.seconds("SLUICE_PLANNER_LONGEST_S", 300),
        settings.seconds("SLUICE_PLANNER_PATIENCE_S", 1),
        settings.seconds("SLUICE_PLANNER_LONGEST_WAIT_S", 60),
        settings.httpHost(),
        settings.httpPort());
  }
}
