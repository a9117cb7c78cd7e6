package io.sluice.providers.kafka;

import static io.sluice.provider.schema.AttributeSchema.computed;
import static io.sluice.provider.schema.AttributeSchema.optional;
import static io.sluice.provider.schema.AttributeSchema.required;
import static io.sluice.provider.schema.AttributeType.INTEGER;
import static io.sluice.provider.schema.AttributeType.STRING;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.RepeatClass;
import io.sluice.model.json.Json;
import io.sluice.provider.Existing;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.provider.Prior;
import io.sluice.provider.Provider;
import io.sluice.provider.ProviderFailure;
import io.sluice.provider.ResourceType;
import io.sluice.provider.schema.AttributeType;
import io.sluice.provider.schema.PlannedChange;
import io.sluice.provider.schema.Repeats;
import io.sluice.provider.schema.TypeSchema;
import io.sluice.provider.schema.ValueCheck;
import io.sluice.providers.kafka.KafkaCall.Refused;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * {@code kafka_topic}: partitions grow and settings change in place; a topic is known by its name.
 */
final class KafkaTopic implements ResourceType {
  private static final int LOOKS_AT_A_CHANGE = 100;

  static final TypeSchema SCHEMA =
      TypeSchema.resource(
              "kafka_topic",
              "A topic. Partitions can be added in place; fewer partitions replace it.",
              Repeats.all(RepeatClass.BY_NAME),
              required("name", STRING)
                  .replaces()
                  .checkedBy(
                      ValueCheck.matching(
                          Pattern.compile("[a-zA-Z0-9._-]{1,249}"), "a name that Kafka permits"))
                  .describedAs("Its name."),
              optional("partitions", INTEGER)
                  .defaultsTo(1)
                  .checkedBy(ValueCheck.between(1, 100_000))
                  .describedAs("The number of partitions."),
              optional("replication_factor", INTEGER)
                  .defaultsTo(1)
                  .replaces()
                  .checkedBy(ValueCheck.between(1, 100))
                  .describedAs("The number of replicas of each."),
              optional("config", AttributeType.mapOf(STRING))
                  .describedAs(
                      "Settings such as retention.ms; omitted ones keep the broker's default."),
              computed("id", STRING).kept().describedAs("The name."))
          .canBeImported()
          .announcesAbsence();

  private final KafkaAdmin admin;

  KafkaTopic(KafkaAdmin admin) {
    this.admin = admin;
  }

  @Override
  public TypeSchema schema() {
    return SCHEMA;
  }

  static PlannedChange plan(Provider.PlanInput input, PlannedChange.Update update) {
    JsonNode prior = input.priorDesired();
    int before = prior == null ? 1 : prior.path("partitions").asInt(1);
    if (input.desired().path("partitions").asInt(1) >= before) {
      return update;
    }
    return new PlannedChange.Replace(
        update.differences().stream()
            .map(
                difference ->
                    difference.pointer().equals("/partitions")
                        ? new PlannedChange.Difference("/partitions", true, difference.unknown())
                        : difference)
            .toList(),
        new TreeSet<>(List.of("id")));
  }

  @Override
  public Outcome create(OperationContext context, JsonNode desired)
      throws ProviderFailure, InterruptedException {
    String name = desired.get("name").textValue();
    KafkaCall call = admin.call(context);
    try {
      Optional<ObjectNode> there = describe(call, name, desired.path("config"));
      if (there.isPresent()) {
        return adopt(context, desired, there.get());
      }
      NewTopic topic =
          new NewTopic(
                  name,
                  Optional.of(desired.get("partitions").intValue()),
                  Optional.of(desired.get("replication_factor").shortValue()))
              .configs(settings(desired));
      call.create(() -> admin.client().createTopics(List.of(topic)).all());
      return awaitSeen(call, name, desired);
    } catch (Refused e) {
      return e.is(TopicExistsException.class)
          ? new Outcome.InDoubt("TOPIC_EXISTS", "the topic " + name + " appeared meanwhile")
          : call.failed("creating the topic " + name, e);
    }
  }

  private static Outcome adopt(OperationContext context, JsonNode desired, ObjectNode there) {
    String name = desired.get("name").textValue();
    boolean same =
        List.of("partitions", "replication_factor", "config").stream()
            .allMatch(each -> Json.same(there.path(each), desired.path(each)));
    return new Existing(context, "TOPIC_EXISTS", "the topic " + name, name)
        .unlessMadeByThis(same)
        .orElseGet(() -> new Outcome.Done(name, there));
  }

  /** The metadata of a new topic reaches the brokers one after another. */
  private Outcome awaitSeen(KafkaCall call, String name, JsonNode desired)
      throws Refused, ProviderFailure, InterruptedException {
    while (true) {
      Optional<ObjectNode> seen = describe(call, name, desired.path("config"));
      if (seen.isPresent()) {
        return new Outcome.Done(name, seen.get());
      }
      try {
        call.pause();
      } catch (OperationContext.Stopped e) {
        return new Outcome.InDoubt(
            e.code(), "the topic " + name + " was created, but is not visible yet");
      }
    }
  }

  @Override
  public Outcome read(OperationContext context, Prior prior)
      throws ProviderFailure, InterruptedException {
    KafkaCall call = admin.call(context);
    try {
      Optional<ObjectNode> there = describe(call, prior.id(), prior.attributes().path("config"));
      return there.isPresent() ? new Outcome.Done(prior.id(), there.get()) : new Outcome.Gone();
    } catch (Refused e) {
      return call.failed("reading the topic " + prior.id(), e);
    }
  }

  @Override
  public Outcome update(OperationContext context, Prior prior, JsonNode desired)
      throws ProviderFailure, InterruptedException {
    KafkaCall call = admin.call(context);
    try {
      JsonNode known = prior.attributes();
      Optional<ObjectNode> there = describe(call, prior.id(), known.path("config"));
      return there.isPresent() ? change(call, there.get(), desired) : new Outcome.Gone();
    } catch (Refused e) {
      return call.failed("changing the topic " + prior.id(), e);
    }
  }

  private Outcome change(KafkaCall call, ObjectNode there, JsonNode desired)
      throws Refused, ProviderFailure, InterruptedException {
    String name = desired.get("name").textValue();
    int partitions = desired.get("partitions").intValue();
    int now = there.get("partitions").intValue();
    if (partitions < now) {
      return Outcome.user(
          "TOO_MANY_PARTITIONS",
          "the topic " + name + " has " + now + " partitions; Kafka cannot reduce them");
    }
    if (partitions > now) {
      Map<String, NewPartitions> more = Map.of(name, NewPartitions.increaseTo(partitions));
      call.write(() -> admin.client().createPartitions(more).all());
    }
    List<AlterConfigOp> changes = changes(there.path("config"), desired.path("config"));
    if (!changes.isEmpty()) {
      call.write(() -> admin.client().incrementalAlterConfigs(Map.of(topic(name), changes)).all());
    }
    awaitChanged(call, name, desired);
    ObjectNode attributes = desired.deepCopy();
    return new Outcome.Done(name, attributes.put("id", name));
  }

  /**
   * The controller has the change for good; brokers hear of it one after another, and whoever reads
   * the topic next should not find the old one. What they never show is not waited for long.
   */
  private void awaitChanged(KafkaCall call, String name, JsonNode desired)
      throws ProviderFailure, InterruptedException {
    try {
      for (int look = 0; look < LOOKS_AT_A_CHANGE; look++) {
        Optional<ObjectNode> seen = describe(call, name, desired.path("config"));
        if (seen.isPresent()
            && Json.same(seen.get().get("partitions"), desired.get("partitions"))
            && changes(seen.get().path("config"), desired.path("config")).isEmpty()) {
          return;
        }
        call.pause();
      }
    } catch (Refused | OperationContext.Stopped e) {
      // It is made, seen or not.
    }
  }

  private static List<AlterConfigOp> changes(JsonNode before, JsonNode after) {
    List<AlterConfigOp> changes = new ArrayList<>();
    after
        .properties()
        .forEach(
            setting -> {
              String value = setting.getValue().asText();
              if (!value.equals(before.path(setting.getKey()).asText(null))) {
                changes.add(
                    new AlterConfigOp(
                        new ConfigEntry(setting.getKey(), value), AlterConfigOp.OpType.SET));
              }
            });
    before
        .properties()
        .forEach(
            setting -> {
              if (!after.has(setting.getKey())) {
                changes.add(
                    new AlterConfigOp(
                        new ConfigEntry(setting.getKey(), ""), AlterConfigOp.OpType.DELETE));
              }
            });
    return changes;
  }

  @Override
  public Outcome delete(OperationContext context, Prior prior)
      throws ProviderFailure, InterruptedException {
    KafkaCall call = admin.call(context);
    try {
      call.write(() -> admin.client().deleteTopics(List.of(prior.id())).all());
      while (describe(call, prior.id(), Json.object()).isPresent()) {
        call.pause();
      }
      return new Outcome.Gone();
    } catch (Refused e) {
      return e.is(UnknownTopicOrPartitionException.class)
          ? new Outcome.Gone()
          : call.failed("deleting the topic " + prior.id(), e);
    } catch (OperationContext.Stopped e) {
      return new Outcome.InDoubt(e.code(), "the topic was deleted, but is still visible");
    }
  }

  @Override
  public Outcome importState(OperationContext context, String importId)
      throws ProviderFailure, InterruptedException {
    KafkaCall call = admin.call(context);
    try {
      Optional<ObjectNode> there = describe(call, importId, Json.object());
      return there.isPresent()
          ? new Outcome.Done(importId, there.get())
          : Outcome.user("NOT_FOUND", "there is no topic " + importId);
    } catch (Refused e) {
      return call.failed("reading the topic " + importId, e);
    }
  }

  /**
   * The topic as it is. Of its settings those count that were set on it, or that the configuration
   * names.
   */
  private Optional<ObjectNode> describe(KafkaCall call, String name, JsonNode configured)
      throws Refused, ProviderFailure, InterruptedException {
    try {
      TopicDescription topic =
          call.look(admin.client().describeTopics(List.of(name)).allTopicNames())
              .values()
              .iterator()
              .next();
      Config config =
          call.look(admin.client().describeConfigs(List.of(topic(name))).all())
              .values()
              .iterator()
              .next();
      Map<String, String> settings = new TreeMap<>();
      for (ConfigEntry entry : config.entries()) {
        if (entry.source() == ConfigEntry.ConfigSource.DYNAMIC_TOPIC_CONFIG
            || configured.has(entry.name())) {
          settings.put(entry.name(), String.valueOf(entry.value()));
        }
      }
      ObjectNode attributes =
          Json.object()
              .put("name", name)
              .put("partitions", topic.partitions().size())
              .put("replication_factor", topic.partitions().getFirst().replicas().size());
      if (!settings.isEmpty() || !configured.isEmpty()) {
        attributes.set("config", Json.toTree(settings));
      }
      return Optional.of(attributes.put("id", name));
    } catch (Refused e) {
      if (e.is(UnknownTopicOrPartitionException.class)) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private static Map<String, String> settings(JsonNode desired) {
    Map<String, String> settings = new TreeMap<>();
    desired
        .path("config")
        .properties()
        .forEach(setting -> settings.put(setting.getKey(), setting.getValue().asText()));
    return settings;
  }

  private static ConfigResource topic(String name) {
    return new ConfigResource(ConfigResource.Type.TOPIC, name);
  }
}
