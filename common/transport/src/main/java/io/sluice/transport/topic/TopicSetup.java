package io.sluice.transport.topic;

import io.sluice.transport.Connection;
import io.sluice.transport.TransportFailure;
import io.sluice.transport.TransportFailure.Code;
import io.sluice.transport.client.Clients;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.CreateTopicsOptions;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.jspecify.annotations.Nullable;

/**
 * Makes what is missing and checks what is there. Every service calls it at its start, before its
 * first producer: a topic that was made a moment ago can fail pipelined sends for good
 * (KAFKA-15591), so new ones are probed until each partition takes a record.
 */
public final class TopicSetup {
  private static final int PROBE_SECONDS = 30;

  /** What a topic may lose records by, or refuse them. */
  private static final List<String> COMPARED =
      List.of(
          "cleanup.policy",
          "max.message.bytes",
          "retention.ms",
          "retention.bytes",
          "delete.retention.ms");

  private static final Set<String> AT_LEAST = Set.of("max.message.bytes", "delete.retention.ms");

  private final Connection connection;
  private final Clients clients;

  public TopicSetup(Connection connection, Clients clients) {
    this.connection = connection;
    this.clients = clients;
  }

  /** Whether a deployment has been there before. */
  public enum Found {
    NOTHING,
    EARLIER
  }

  /** All fixed topics and those of the pools: there, as configured, and ready for records. */
  public void ensure(Collection<String> pools) {
    try (Admin admin = clients.admin()) {
      ensureSpecs(admin, TopicSpec.all(connection, pools));
    }
  }

  /** The same for one pool, and what its share group needs to know. */
  public Found prepare(String pool) {
    try (Admin admin = clients.admin()) {
      KafkaFuture<Void> group = shareGroup(admin, Topics.workersGroup(connection, pool), List.of());
      Found found = ensureSpecs(admin, TopicSpec.all(connection, List.of(pool)));
      await(group, "share group of the pool " + pool);
      return found;
    }
  }

  /** The pools that have a topic. */
  public Set<String> pools() {
    try (Admin admin = clients.admin()) {
      return Topics.of(connection)
          .pools(
              await(
                  admin
                      .listTopics(new ListTopicsOptions().timeoutMs(clients.patienceMillis()))
                      .names(),
                  "list of topics"));
    }
  }

  /** The topic of one more pool. */
  public void ensurePool(String pool) {
    try (Admin admin = clients.admin()) {
      ensureSpecs(admin, List.of(TopicSpec.tasks(connection, pool)));
    }
  }

  /**
   * What a share group needs to know before its first consumer: by default it begins at the end of
   * its topics and reads what was aborted.
   */
  public void ensureShareGroup(String group, Collection<AlterConfigOp> more) {
    try (Admin admin = clients.admin()) {
      await(shareGroup(admin, group, more), "share group " + group);
    }
  }

  private static KafkaFuture<Void> shareGroup(
      Admin admin, String group, Collection<AlterConfigOp> more) {
    List<AlterConfigOp> settings = new ArrayList<>(more);
    settings.add(set("share.auto.offset.reset", "earliest"));
    settings.add(set("share.isolation.level", "read_committed"));
    settings.add(set("share.record.lock.duration.ms", "15000"));
    ConfigResource resource = new ConfigResource(ConfigResource.Type.GROUP, group);
    return admin.incrementalAlterConfigs(Map.of(resource, settings)).all();
  }

  public void ensureWorkersGroup(String pool) {
    ensureShareGroup(Topics.workersGroup(connection, pool), List.of());
  }

  public static AlterConfigOp set(String name, String value) {
    return new AlterConfigOp(new ConfigEntry(name, value), AlterConfigOp.OpType.SET);
  }

  private Found ensureSpecs(Admin admin, List<TopicSpec> specs) {
    Set<String> there =
        await(
            admin.listTopics(new ListTopicsOptions().timeoutMs(clients.patienceMillis())).names(),
            "list of topics");
    List<TopicSpec> missing = specs.stream().filter(spec -> !there.contains(spec.name())).toList();
    if (!missing.isEmpty()) {
      create(admin, missing);
      probe(missing);
    }
    check(admin, specs);
    return missing.size() == specs.size() ? Found.NOTHING : Found.EARLIER;
  }

  private void create(Admin admin, List<TopicSpec> missing) {
    List<NewTopic> topics =
        missing.stream()
            .map(
                spec ->
                    new NewTopic(spec.name(), spec.partitions(), (short) connection.replication())
                        .configs(spec.settings()))
            .toList();
    Map<String, KafkaFuture<Void>> created =
        admin
            .createTopics(topics, new CreateTopicsOptions().timeoutMs(clients.patienceMillis()))
            .values();
    created.forEach(
        (topic, future) -> {
          try {
            future.get();
          } catch (ExecutionException e) {
            if (!(e.getCause() instanceof TopicExistsException)) {
              throw failure(e.getCause(), "topic " + topic);
            }
          } catch (InterruptedException e) {
            throw interrupted();
          }
        });
  }

  /**
   * One record to each partition, so that none is behind another, in a transaction that is aborted:
   * it is never visible. Its id is unique: services that start together would end each other's.
   */
  private void probe(List<TopicSpec> specs) {
    String id = connection.group("topic-probe-" + UUID.randomUUID());
    try (Producer<String, byte[]> producer = clients.transactionalProducer(id)) {
      producer.initTransactions();
      producer.beginTransaction();
      List<Future<RecordMetadata>> sent = new ArrayList<>();
      for (TopicSpec spec : specs) {
        for (int partition = 0; partition < spec.partitions(); partition++) {
          sent.add(
              producer.send(new ProducerRecord<>(spec.name(), partition, "!probe", new byte[0])));
        }
      }
      // This producer gathers: without a word, each record would wait for others to go with it.
      producer.flush();
      for (Future<RecordMetadata> probe : sent) {
        probe.get(PROBE_SECONDS, TimeUnit.SECONDS);
      }
      producer.abortTransaction();
    } catch (ExecutionException e) {
      throw failure(e.getCause(), "first record of a new topic");
    } catch (TimeoutException | KafkaException e) {
      throw failure(e, "first record of a new topic");
    } catch (InterruptedException e) {
      throw interrupted();
    }
  }

  private void check(Admin admin, List<TopicSpec> specs) {
    List<String> names = specs.stream().map(TopicSpec::name).toList();
    Map<String, TopicDescription> found =
        await(
            admin
                .describeTopics(
                    names, new DescribeTopicsOptions().timeoutMs(clients.patienceMillis()))
                .allTopicNames(),
            "description of topics");
    List<ConfigResource> resources =
        names.stream().map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name)).toList();
    Map<String, Config> settings = new HashMap<>();
    await(admin.describeConfigs(resources).all(), "settings of topics")
        .forEach((resource, config) -> settings.put(resource.name(), config));
    List<String> faults = new ArrayList<>();
    for (TopicSpec spec : specs) {
      TopicDescription description = found.get(spec.name());
      Config config = settings.get(spec.name());
      if (description != null && config != null) {
        faults.addAll(faults(spec, description.partitions().size(), config));
      }
    }
    if (!faults.isEmpty()) {
      throw new TransportFailure(Code.MISCONFIGURED, String.join("\n", faults));
    }
  }

  static List<String> faults(TopicSpec spec, int partitions, Config config) {
    List<String> faults = new ArrayList<>();
    if (partitions != spec.partitions()) {
      faults.add(
          "topic "
              + spec.name()
              + " has "
              + partitions
              + " partitions, but this configuration says "
              + spec.partitions()
              + ". The number is fixed when a topic is created: set "
              + (spec.name().contains(".tasks.") ? "SLUICE_TASKS_PARTITIONS" : "SLUICE_PARTITIONS")
              + " to "
              + partitions);
    }
    for (String name : COMPARED) {
      String wanted = spec.settings().get(name);
      ConfigEntry entry = config.get(name);
      if (wanted != null && entry != null && !acceptable(name, wanted, entry.value())) {
        faults.add(
            "topic "
                + spec.name()
                + " has "
                + name
                + "="
                + entry.value()
                + ", but Sluice needs "
                + (AT_LEAST.contains(name) ? "at least " : "")
                + wanted
                + ": set it with kafka-configs");
      }
    }
    return faults;
  }

  private static boolean acceptable(String name, String wanted, String found) {
    return switch (name) {
      case "max.message.bytes", "delete.retention.ms" ->
          Long.parseLong(found) >= Long.parseLong(wanted);
      // A time of keeping is the operator's choice, but what is kept for ever must be.
      case "retention.ms", "retention.bytes" -> !wanted.equals("-1") || found.equals("-1");
      default -> found.equals(wanted);
    };
  }

  private <T> T await(KafkaFuture<T> future, String what) {
    try {
      return future.get();
    } catch (ExecutionException e) {
      throw failure(e.getCause(), what);
    } catch (InterruptedException e) {
      throw interrupted();
    }
  }

  private TransportFailure failure(@Nullable Throwable cause, String what) {
    String at = "Kafka at " + connection.bootstrapServers();
    if (cause instanceof org.apache.kafka.common.errors.TimeoutException
        || cause instanceof TimeoutException) {
      return new TransportFailure(
          Code.UNREACHABLE, at + " does not answer (" + what + "). Is it running?", cause);
    }
    if (cause instanceof AuthorizationException) {
      return new TransportFailure(
          Code.FORBIDDEN, at + " refuses this client (" + what + "): " + cause.getMessage(), cause);
    }
    if (cause instanceof InvalidReplicationFactorException) {
      return new TransportFailure(
          Code.MISCONFIGURED,
          at
              + " has fewer brokers than SLUICE_REPLICATION="
              + connection.replication()
              + ": lower the setting or start more brokers",
          cause);
    }
    return new TransportFailure(Code.UNEXPECTED, at + " failed (" + what + "): " + cause, cause);
  }

  private static TransportFailure interrupted() {
    Thread.currentThread().interrupt();
    return new TransportFailure(Code.UNREACHABLE, "interrupted while setting topics up");
  }
}
