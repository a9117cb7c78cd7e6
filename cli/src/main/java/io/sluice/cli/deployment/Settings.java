package io.sluice.cli.deployment;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.transport.Connection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Where the deployment is, from the nearest word: flags, then the environment, then {@code
 * sluice.yaml} of the directory. Each setting of that file is an environment variable in small
 * letters: {@code kafka: host:9092} is {@code SLUICE_KAFKA}.
 */
public final class Settings {
  static final String FILE = "sluice.yaml";
  private static final String KAFKA = "SLUICE_KAFKA";
  private static final String ZOOKEEPER = "SLUICE_ZOOKEEPER";

  private final Map<String, String> merged;

  private Settings(Map<String, String> merged) {
    this.merged = merged;
  }

  public static Settings of(
      Invocation invocation, Optional<String> bootstrapServers, Optional<String> zookeeper) {
    Map<String, String> merged = new HashMap<>(fromFile(invocation.directory().resolve(FILE)));
    merged.putAll(invocation.environment());
    bootstrapServers.ifPresent(value -> merged.put(KAFKA, value));
    zookeeper.ifPresent(value -> merged.put(ZOOKEEPER, value));
    return new Settings(merged);
  }

  /** The environment as services and child processes should see it. */
  public Map<String, String> environment() {
    return Map.copyOf(merged);
  }

  /** The fleet that is named; empty when none is: then the embedded stack is meant. */
  public Optional<Connection> fleet() {
    boolean kafka = !merged.getOrDefault(KAFKA, "").isBlank();
    boolean zookeeper = !merged.getOrDefault(ZOOKEEPER, "").isBlank();
    if (!kafka && !zookeeper) {
      return Optional.empty();
    }
    if (!kafka || !zookeeper) {
      throw Fault.of(
          "Half of a fleet is named",
          kafka
              ? "There is an address of Kafka (" + merged.get(KAFKA) + ") but none of ZooKeeper."
              : "There is an address of ZooKeeper ("
                  + merged.get(ZOOKEEPER)
                  + ") but none of Kafka.",
          "Give both: --bootstrap-servers or SLUICE_KAFKA, and --zookeeper or SLUICE_ZOOKEEPER;"
              + " or neither, for the embedded stack.");
    }
    return Optional.of(Connection.from(merged));
  }

  private static Map<String, String> fromFile(Path file) {
    Map<String, String> settings = new HashMap<>();
    if (!Files.exists(file)) {
      return settings;
    }
    try {
      JsonNode tree = new ObjectMapper(new YAMLFactory()).readTree(Files.readAllBytes(file));
      if (tree == null || tree.isMissingNode() || tree.isNull()) {
        return settings;
      }
      if (!tree.isObject()) {
        throw wrong(file, "It should be a mapping like \"kafka: host:9092\".");
      }
      tree.properties()
          .forEach(field -> settings.put(variable(field.getKey()), field.getValue().asText()));
      return settings;
    } catch (JsonProcessingException e) {
      throw wrong(file, String.valueOf(e.getOriginalMessage())).because(e);
    } catch (IOException e) {
      throw wrong(file, String.valueOf(e.getMessage())).because(e);
    }
  }

  private static String variable(String name) {
    return "SLUICE_" + name.toUpperCase(Locale.ROOT).replace('-', '_').replace('.', '_');
  }

  private static Fault wrong(Path file, String detail) {
    return Fault.of("The settings in " + file + " can't be read", detail, "");
  }
}
