package io.sluice.cli.deployment;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.transport.Connection;
import io.sluice.transport.setting.Mark;
import io.sluice.transport.setting.Setting;
import io.sluice.transport.setting.SettingCheck;
import io.sluice.transport.setting.SettingNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Where the deployment is, from the nearest word: flags, then the environment, then {@code
 * sluice.yaml} of the directory. Each setting of that file is an environment variable in small
 * letters: {@code kafka: host:9092} is {@code SLUICE_KAFKA}. That file may be a stranger's: what
 * runs something or decides who gets a secret, it can't set.
 */
public final class Settings {
  static final String FILE = "sluice.yaml";
  private static final String KAFKA = "SLUICE_KAFKA";
  private static final String ZOOKEEPER = "SLUICE_ZOOKEEPER";

  /** The credentials for a fleet. */
  private static final Pattern CREDENTIAL =
      Pattern.compile("SLUICE_(KAFKA_CLIENT_.+|ZOOKEEPER_AUTH(_FILE)?|HTTP_TOKEN(_FILE)?)");

  private final Map<String, String> merged;
  private final Map<String, String> origins;

  private Settings(Map<String, String> merged, Map<String, String> origins) {
    this.merged = merged;
    this.origins = origins;
  }

  /** Refuses names that there are not, and values that a setting can't have. */
  public static Settings of(
      Invocation invocation, Optional<String> bootstrapServers, Optional<String> zookeeper) {
    Path file = invocation.directory().resolve(FILE);
    Map<String, String> said = fromFile(file);
    Settings settings = merged(invocation, said, bootstrapServers, zookeeper);
    List<String> faults = settings.faults();
    if (!faults.isEmpty()) {
      throw Fault.of(
          "A setting can't be used",
          SettingCheck.text(faults),
          "`sluice config show` shows each setting and where it comes from.");
    }
    tellAddress(invocation, file, said);
    return settings;
  }

  /** As they are, to be shown: nothing goes anywhere with them. */
  public static Settings shown(
      Invocation invocation, Optional<String> bootstrapServers, Optional<String> zookeeper) {
    return merged(
        invocation, fromFile(invocation.directory().resolve(FILE)), bootstrapServers, zookeeper);
  }

  private static Settings merged(
      Invocation invocation,
      Map<String, String> said,
      Optional<String> bootstrapServers,
      Optional<String> zookeeper) {
    Map<String, String> merged = new HashMap<>();
    Map<String, String> origins = new HashMap<>();
    String file = invocation.directory().resolve(FILE).toString();
    put(merged, origins, said, file);
    put(merged, origins, invocation.environment(), "environment");
    Map<String, String> flags = new HashMap<>();
    bootstrapServers.ifPresent(value -> flags.put(KAFKA, value));
    zookeeper.ifPresent(value -> flags.put(ZOOKEEPER, value));
    put(merged, origins, flags, "flag");
    said.keySet().removeAll(invocation.environment().keySet());
    said.keySet().removeAll(flags.keySet());
    return new Settings(merged, origins);
  }

  private static void put(
      Map<String, String> merged,
      Map<String, String> origins,
      Map<String, String> values,
      String origin) {
    merged.putAll(values);
    values.keySet().forEach(name -> origins.put(name, origin));
  }

  /** What is wrong with them, a sentence each. */
  public List<String> faults() {
    return SettingCheck.faults(merged);
  }

  /** Where the value of a variable comes from; nothing where it has its default. */
  public Optional<String> origin(String variable) {
    return Optional.ofNullable(origins.get(variable));
  }

  /**
   * A file may have come with the directory: where it leads is said, and no credential goes there.
   */
  private static void tellAddress(Invocation invocation, Path file, Map<String, String> said) {
    List<String> addresses =
        Stream.of(KAFKA, ZOOKEEPER)
            .filter(name -> !said.getOrDefault(name, "").isBlank())
            .map(name -> name + "=" + said.getOrDefault(name, "").replaceAll("\\p{Cntrl}", "?"))
            .toList();
    if (addresses.isEmpty()) {
      return;
    }
    invocation
        .environment()
        .forEach(
            (name, value) -> {
              if (CREDENTIAL.matcher(name).matches() && !value.isBlank()) {
                throw Fault.of(
                    "A file in this directory decides where your credentials go",
                    file
                        + " sets "
                        + String.join(" and ", addresses)
                        + ", and what "
                        + name
                        + " contains would be sent there.",
                    "If that is your fleet, set this where "
                        + name
                        + " is set: "
                        + String.join(" ", addresses));
              }
            });
    invocation.noteOnce(FILE + " names the fleet: " + String.join(", ", addresses));
  }

  /** The environment as services and child processes should see it. */
  public Map<String, String> environment() {
    return Map.copyOf(merged);
  }

  /** The fleet that is named; empty when none is: then the local deployment is meant. */
  public Optional<Connection> fleet() {
    boolean kafka = !merged.getOrDefault(KAFKA, "").isBlank();
    boolean zookeeper = !merged.getOrDefault(ZOOKEEPER, "").isBlank();
    if (!kafka && !zookeeper) {
      return Optional.empty();
    }
    if (!kafka || !zookeeper) {
      throw Fault.of(
          "Only half of the fleet's address is given",
          kafka
              ? "There is an address of Kafka (" + merged.get(KAFKA) + ") but none of ZooKeeper."
              : "There is an address of ZooKeeper ("
                  + merged.get(ZOOKEEPER)
                  + ") but none of Kafka.",
          "Give both: --bootstrap-servers or SLUICE_KAFKA, and --zookeeper or SLUICE_ZOOKEEPER; or"
              + " neither, for the local deployment.");
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
          .forEach(
              field -> {
                String name = variable(field.getKey());
                Setting setting =
                    SettingNames.of(name).orElseThrow(() -> unknown(file, field.getKey(), name));
                if (!setting.is(Mark.OF_DIRECTORY)) {
                  throw refused(file, field.getKey(), name);
                }
                settings.put(name, field.getValue().asText());
              });
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

  private static Fault unknown(Path file, String key, String variable) {
    return Fault.of(
        "There is no setting " + key + " in " + FILE,
        SettingNames.near(variable)
            .map(
                near ->
                    "Did you mean "
                        + near.substring(Setting.PREFIX.length()).toLowerCase(Locale.ROOT)
                        + "?")
            .orElse("docs/operations/settings.md lists all settings."),
        "Correct it in " + file + ".");
  }

  private static Fault refused(Path file, String setting, String variable) {
    return Fault.of(
        "The setting " + setting + " is not allowed in " + FILE,
        file
            + " may come from someone else, and this setting decides what runs, or who gets secrets"
            + " and data.",
        "Remove it there, and set " + variable + " in your environment.");
  }

  private static Fault wrong(Path file, String detail) {
    return Fault.of("The settings in " + file + " can't be read", detail, "");
  }
}
