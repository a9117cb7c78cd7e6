package io.sluice.transport.topic;

import io.sluice.transport.Connection;
import io.sluice.transport.client.Clients;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * What is wrong with the topics of a deployment, without changing any: those that are missing, what
 * services refuse to start for, and how many copies there are, of Kafka's own topics too, on which
 * transactions and groups rest.
 */
public final class TopicExamination {
  private static final List<String> KAFKAS_OWN =
      List.of("__transaction_state", "__consumer_offsets", "__share_group_state");

  private final Connection connection;
  private final Clients clients;

  public TopicExamination(Connection connection, Clients clients) {
    this.connection = connection;
    this.clients = clients;
  }

  /** What is wrong with one topic, and what to do about it. */
  public record Fault(String topic, String what, String todo) {}

  /** None when all is as it should be. */
  public List<Fault> faults() throws ExecutionException, InterruptedException {
    try (Admin admin = clients.admin()) {
      Set<String> there = new TreeSet<>(admin.listTopics().names().get());
      int brokers = admin.describeCluster().nodes().get().size();
      List<TopicSpec> specs = TopicSpec.all(connection, pools(there));
      Set<String> asked = new TreeSet<>(KAFKAS_OWN);
      specs.stream().map(TopicSpec::name).filter(there::contains).forEach(asked::add);
      Map<String, TopicDescription> found = descriptions(admin, asked);
      Map<String, Config> settings = settings(admin, found.keySet());
      List<Fault> faults = new ArrayList<>();
      for (TopicSpec spec : specs) {
        TopicDescription description = found.get(spec.name());
        Config config = settings.get(spec.name());
        if (description == null || config == null) {
          faults.add(
              new Fault(
                  spec.name(), "is missing", "Each service creates its topics when it starts."));
        } else {
          TopicSetup.faults(spec, description.partitions().size(), config)
              .forEach(text -> faults.add(told(spec.name(), text)));
        }
      }
      found.forEach(
          (name, description) -> copies(name, description, settings.get(name), brokers, faults));
      return faults;
    }
  }

  /** The pools that have a topic. */
  public Set<String> pools(Collection<String> topics) {
    return Topics.of(connection).pools(topics);
  }

  private static Fault told(String topic, String text) {
    String after =
        text.startsWith("topic " + topic + " ") ? text.substring(7 + topic.length()) : text;
    int end = Math.max(after.lastIndexOf(". "), after.lastIndexOf(": "));
    return end < 0
        ? new Fault(topic, after, "")
        : new Fault(topic, after.substring(0, end), after.substring(end + 2));
  }

  /** A single copy is gone with its broker; one that need not be in step is not there in time. */
  private static void copies(
      String name,
      TopicDescription description,
      @org.jspecify.annotations.Nullable Config config,
      int brokers,
      List<Fault> faults) {
    int wanted = Math.min(3, brokers);
    int copies =
        description.partitions().stream()
            .mapToInt(partition -> partition.replicas().size())
            .min()
            .orElse(wanted);
    if (copies < wanted) {
      faults.add(
          new Fault(
              name,
              "has " + copies + (copies == 1 ? " copy" : " copies") + " on " + brokers + " brokers",
              "Raise it with kafka-reassign-partitions; SLUICE_REPLICATION and the broker's own"
                  + " replication settings decide for new topics."));
    }
    String inStep =
        config == null || config.get("min.insync.replicas") == null
            ? "2"
            : config.get("min.insync.replicas").value();
    if (copies >= 3 && inStep.equals("1")) {
      faults.add(
          new Fault(
              name,
              "may lose acknowledged records: min.insync.replicas=1",
              "Set min.insync.replicas=2 with kafka-configs."));
    }
    long behind =
        description.partitions().stream()
            .filter(partition -> partition.isr().size() < partition.replicas().size())
            .count();
    if (behind > 0) {
      faults.add(
          new Fault(
              name,
              behind + " partitions have replicas that are not in sync",
              "Check the brokers: one is down or slow."));
    }
  }

  private static Map<String, TopicDescription> descriptions(Admin admin, Set<String> asked)
      throws ExecutionException, InterruptedException {
    Map<String, TopicDescription> found = new TreeMap<>();
    for (Map.Entry<String, KafkaFuture<TopicDescription>> each :
        admin.describeTopics(asked).topicNameValues().entrySet()) {
      try {
        found.put(each.getKey(), each.getValue().get());
      } catch (ExecutionException e) {
        // Kafka makes its own topics when it first needs them.
        if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
          throw e;
        }
      }
    }
    return found;
  }

  private static Map<String, Config> settings(Admin admin, Set<String> topics)
      throws ExecutionException, InterruptedException {
    List<ConfigResource> resources =
        topics.stream().map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name)).toList();
    Map<String, Config> settings = new HashMap<>();
    admin
        .describeConfigs(resources)
        .all()
        .get()
        .forEach((resource, config) -> settings.put(resource.name(), config));
    return settings;
  }
}
