package io.sluice.transport;

import io.sluice.model.time.DurationText;
import io.sluice.model.time.DurationText.Bad;
import io.sluice.model.time.DurationText.Good;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.AdminClientConfig;

/**
 * Where a deployment is and how it is laid out: settings that must be the same for every service.
 *
 * @param topicPrefix {@code sluice.} unless several deployments share one Kafka; groups,
 *     transactional ids and ZooKeeper paths follow from it
 * @param partitions of everything that is partitioned by workspace: fixed when the topics are made
 * @param tasksPartitions of each pool's tasks: several, since one frozen claim stalls the 2,000
 *     records behind it
 * @param groupSession how long a consumer group takes to notice a dead member
 * @param zookeeperSession how long leases and members outlive their process
 * @param flushEachWrite fsync of each write to inbox, state and runs: for one broker on a machine
 *     that may lose its power; costs most of the throughput
 * @param clientSettings for every Kafka client: security, mostly
 * @param credentials for ZooKeeper and the query API
 */
public record Connection(
    String bootstrapServers,
    String zookeeper,
    String topicPrefix,
    int partitions,
    int tasksPartitions,
    int replication,
    Duration groupSession,
    Duration zookeeperSession,
    boolean flushEachWrite,
    Map<String, String> clientSettings,
    Credentials credentials) {
  public static final String DEFAULT_PREFIX = "sluice.";
  private static final Pattern PREFIX = Pattern.compile("[a-zA-Z0-9][a-zA-Z0-9_.-]*\\.");
  private static final String CLIENT = "SLUICE_KAFKA_CLIENT_";
  private static final Set<String> KNOWN = AdminClientConfig.configNames();

  public Connection {
    if (bootstrapServers.isBlank() || zookeeper.isBlank()) {
      throw misconfigured(
          "a fleet needs SLUICE_KAFKA (host:port,...) and SLUICE_ZOOKEEPER (host:port,...)");
    }
    if (!PREFIX.matcher(topicPrefix).matches()) {
      throw misconfigured(
          "SLUICE_TOPIC_PREFIX must look like \"sluice.\", not \"" + topicPrefix + "\"");
    }
    if (partitions < 1 || partitions > 1_024 || tasksPartitions < 1 || tasksPartitions > 1_024) {
      throw misconfigured("SLUICE_PARTITIONS and SLUICE_TASKS_PARTITIONS must be from 1 to 1024");
    }
    if (replication < 1 || replication > 9) {
      throw misconfigured("SLUICE_REPLICATION must be from 1 to 9");
    }
    clientSettings = Map.copyOf(clientSettings);
  }

  /** One machine: the local deployment's layout. */
  public static Connection embedded(String bootstrapServers, String zookeeper) {
    return new Connection(
        bootstrapServers,
        zookeeper,
        DEFAULT_PREFIX,
        8,
        4,
        1,
        Duration.ofSeconds(6),
        Duration.ofSeconds(6),
        false,
        Map.of(),
        Credentials.NONE);
  }

  /**
   * A fleet, as the environment describes it: SLUICE_KAFKA, SLUICE_ZOOKEEPER and optional others.
   */
  public static Connection from(Map<String, String> environment) {
    return new Connection(
        environment.getOrDefault("SLUICE_KAFKA", ""),
        environment.getOrDefault("SLUICE_ZOOKEEPER", ""),
        environment.getOrDefault("SLUICE_TOPIC_PREFIX", DEFAULT_PREFIX),
        number(environment, "SLUICE_PARTITIONS", 32),
        number(environment, "SLUICE_TASKS_PARTITIONS", 8),
        number(environment, "SLUICE_REPLICATION", 3),
        duration(environment, "SLUICE_GROUP_SESSION", Duration.ofSeconds(10)),
        duration(environment, "SLUICE_ZOOKEEPER_SESSION", Duration.ofSeconds(10)),
        Boolean.parseBoolean(environment.getOrDefault("SLUICE_FLUSH_EACH_WRITE", "false")),
        clientSettings(environment),
        Credentials.from(environment));
  }

  /**
   * {@code SLUICE_KAFKA_CLIENT_SASL_JAAS_CONFIG} is {@code sasl.jaas.config}; with {@code _FILE}
   * behind it the value is in a file. A few settings of Kafka end in {@code .file} themselves.
   */
  private static Map<String, String> clientSettings(Map<String, String> environment) {
    Map<String, String> settings = new TreeMap<>();
    environment.forEach(
        (name, value) -> {
          if (!name.startsWith(CLIENT)) {
            return;
          }
          String setting = setting(name);
          boolean inFile = name.endsWith("_FILE") && !KNOWN.contains(setting);
          if (inFile) {
            String named = name.substring(0, name.length() - "_FILE".length());
            settings.putIfAbsent(setting(named), Credentials.content(name, value.strip()));
          } else {
            settings.put(setting, value);
          }
        });
    return settings;
  }

  private static String setting(String variable) {
    return variable.substring(CLIENT.length()).toLowerCase(Locale.ROOT).replace('_', '.');
  }

  /** The same deployment as environment variables: what a child process is started with. */
  public Map<String, String> environment() {
    Map<String, String> environment = new TreeMap<>();
    environment.put("SLUICE_KAFKA", bootstrapServers);
    environment.put("SLUICE_ZOOKEEPER", zookeeper);
    environment.put("SLUICE_TOPIC_PREFIX", topicPrefix);
    environment.put("SLUICE_PARTITIONS", Integer.toString(partitions));
    environment.put("SLUICE_TASKS_PARTITIONS", Integer.toString(tasksPartitions));
    environment.put("SLUICE_REPLICATION", Integer.toString(replication));
    environment.put("SLUICE_GROUP_SESSION", groupSession.toString());
    environment.put("SLUICE_ZOOKEEPER_SESSION", zookeeperSession.toString());
    environment.put("SLUICE_FLUSH_EACH_WRITE", Boolean.toString(flushEachWrite));
    clientSettings.forEach(
        (name, value) ->
            environment.put(CLIENT + name.toUpperCase(Locale.ROOT).replace('.', '_'), value));
    environment.putAll(credentials.environment());
    return environment;
  }

  /** The same, with these client settings for access. */
  public Connection withAccess(Map<String, String> settings, Credentials shown) {
    return new Connection(
        bootstrapServers,
        zookeeper,
        topicPrefix,
        partitions,
        tasksPartitions,
        replication,
        groupSession,
        zookeeperSession,
        flushEachWrite,
        settings,
        shown);
  }

  public Connection withTopicPrefix(String prefix) {
    return new Connection(
        bootstrapServers,
        zookeeper,
        prefix,
        partitions,
        tasksPartitions,
        replication,
        groupSession,
        zookeeperSession,
        flushEachWrite,
        clientSettings,
        credentials);
  }

  public Connection withPartitions(int stateful, int tasks) {
    return new Connection(
        bootstrapServers,
        zookeeper,
        topicPrefix,
        stateful,
        tasks,
        replication,
        groupSession,
        zookeeperSession,
        flushEachWrite,
        clientSettings,
        credentials);
  }

  public Connection withSessions(Duration group, Duration ensemble) {
    return new Connection(
        bootstrapServers,
        zookeeper,
        topicPrefix,
        partitions,
        tasksPartitions,
        replication,
        group,
        ensemble,
        flushEachWrite,
        clientSettings,
        credentials);
  }

  /** The name of a group or a transactional id of this deployment: {@code sluice-state}. */
  public String group(String name) {
    return topicPrefix.substring(0, topicPrefix.length() - 1).replace('.', '-') + "-" + name;
  }

  /** The root of this deployment in ZooKeeper: {@code /sluice}. */
  public String zookeeperRoot() {
    return "/" + topicPrefix.substring(0, topicPrefix.length() - 1);
  }

  private static int number(Map<String, String> environment, String name, int otherwise) {
    String text = environment.get(name);
    if (text == null || text.isBlank()) {
      return otherwise;
    }
    try {
      return Integer.parseInt(text.strip());
    } catch (NumberFormatException e) {
      throw misconfigured(name + " must be a whole number, not \"" + text + "\"");
    }
  }

  private static Duration duration(
      Map<String, String> environment, String name, Duration otherwise) {
    String text = environment.get(name);
    if (text == null || text.isBlank()) {
      return otherwise;
    }
    return switch (DurationText.typed(text)) {
      case Good good -> good.duration();
      case Bad bad ->
          throw misconfigured(
              name + " must be a duration such as 10s or PT10S, not \"" + text + "\"");
    };
  }

  private static TransportFailure misconfigured(String message) {
    return new TransportFailure(TransportFailure.Code.MISCONFIGURED, message);
  }

  /** Without the values of client settings: a password may be among them. */
  @Override
  public String toString() {
    return "Connection[kafka="
        + bootstrapServers
        + ", zookeeper="
        + zookeeper
        + ", topicPrefix="
        + topicPrefix
        + ", partitions="
        + partitions
        + ", tasksPartitions="
        + tasksPartitions
        + ", replication="
        + replication
        + ", groupSession="
        + groupSession
        + ", zookeeperSession="
        + zookeeperSession
        + ", flushEachWrite="
        + flushEachWrite
        + ", clientSettings="
        + clientSettings.keySet()
        + ", "
        + credentials
        + "]";
  }
}
