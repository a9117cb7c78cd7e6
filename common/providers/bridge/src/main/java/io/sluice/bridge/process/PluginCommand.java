package io.sluice.bridge.process;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * How a plugin is started.
 *
 * @param name as messages name it: the provider's address
 * @param directory relative to which the provider opens the files that a configuration names
 * @param environment exactly this and what the handshake needs
 * @param runtime a directory of this worker for sockets and notes about processes; its path must be
 *     short
 * @param startLimit how long the plugin may take until it can be called
 * @param encrypted whether both sides show certificates
 * @param redaction takes secrets out of what the plugin prints
 */
public record PluginCommand(
    String name,
    Path executable,
    Path directory,
    Map<String, String> environment,
    Path runtime,
    Duration startLimit,
    boolean encrypted,
    UnaryOperator<String> redaction) {
  public static final Duration USUAL_LIMIT = Duration.ofSeconds(60);

  public PluginCommand {
    environment = Map.copyOf(environment);
  }

  public static PluginCommand of(
      String name, Path executable, Path directory, Map<String, String> environment, Path runtime) {
    return new PluginCommand(
        name,
        executable,
        directory,
        environment,
        runtime,
        USUAL_LIMIT,
        true,
        UnaryOperator.identity());
  }

  public PluginCommand withStartLimit(Duration limit) {
    return new PluginCommand(
        name, executable, directory, environment, runtime, limit, encrypted, redaction);
  }

  public PluginCommand unencrypted() {
    return new PluginCommand(
        name, executable, directory, environment, runtime, startLimit, false, redaction);
  }

  public PluginCommand withRedaction(UnaryOperator<String> redaction) {
    return new PluginCommand(
        name, executable, directory, environment, runtime, startLimit, encrypted, redaction);
  }
}
