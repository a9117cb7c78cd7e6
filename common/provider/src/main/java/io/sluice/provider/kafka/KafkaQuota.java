package io.sluice.provider.kafka;

import static io.sluice.provider.schema.AttributeSchema.computed;
import static io.sluice.provider.schema.AttributeSchema.optional;
import static io.sluice.provider.schema.AttributeType.NUMBER;
import static io.sluice.provider.schema.AttributeType.STRING;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.RepeatClass;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.provider.Prior;
import io.sluice.provider.ProviderFailure;
import io.sluice.provider.ResourceType;
import io.sluice.provider.kafka.KafkaAdmin.Refused;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.ConfigRule;
import io.sluice.provider.schema.Repeats;
import io.sluice.provider.schema.TypeSchema;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.quota.ClientQuotaAlteration;
import org.apache.kafka.common.quota.ClientQuotaEntity;
import org.apache.kafka.common.quota.ClientQuotaFilter;
import org.apache.kafka.common.quota.ClientQuotaFilterComponent;

/** {@code kafka_quota}: what a user or a client may use. Known by whom it is for. */
final class KafkaQuota implements ResourceType {
  /** "<default>" stands for everyone who has none of their own. */
  private static final String DEFAULT = "<default>";

  private static final List<String> LIMITS =
      List.of(
          "producer_byte_rate",
          "consumer_byte_rate",
          "request_percentage",
          "controller_mutation_rate");

  static final TypeSchema SCHEMA =
      TypeSchema.resource(
              "kafka_quota",
              "What a user or client of a Kafka cluster may use.",
              Repeats.all(RepeatClass.BY_NAME),
              optional("user", STRING).replaces().describedAs("A user, or " + DEFAULT + "."),
              optional("client_id", STRING).replaces().describedAs("A client, or " + DEFAULT + "."),
              limit("producer_byte_rate", "Bytes a second that may be written."),
              limit("consumer_byte_rate", "Bytes a second that may be read."),
              limit("request_percentage", "Share of the broker's threads, in percent."),
              limit("controller_mutation_rate", "Topics and partitions made or deleted a second."),
              computed("id", STRING).kept().describedAs("Whom it is for."))
          .withRules(
              ConfigRule.atLeastOneOf("user", "client_id"),
              ConfigRule.atLeastOneOf(LIMITS.toArray(String[]::new)));

  private final KafkaAdmin admin;

  KafkaQuota(KafkaAdmin admin) {
    this.admin = admin;
  }

  private static AttributeSchema limit(String name, String description) {
    return optional(name, NUMBER).describedAs(description);
  }

  @Override
  public TypeSchema schema() {
    return SCHEMA;
  }

  @Override
  public Outcome create(OperationContext context, JsonNode desired)
      throws ProviderFailure, InterruptedException {
    try {
      Map<String, Double> there = limits(context, desired);
      if (!there.isEmpty() && !context.recovering() && !there.equals(wanted(desired))) {
        return Outcome.user(
            "QUOTA_EXISTS", "there is another quota for " + id(desired) + "; it was left as it is");
      }
      return change(context, desired, there);
    } catch (Refused e) {
      return KafkaAdmin.failed("creating the quota", e);
    }
  }

  private Outcome change(OperationContext context, JsonNode desired, Map<String, Double> there)
      throws Refused, ProviderFailure, InterruptedException {
    alter(context, desired, wanted(desired), there);
    String id = id(desired);
    ObjectNode attributes = desired.deepCopy();
    return new Outcome.Done(id, attributes.put("id", id));
  }

  private void alter(
      OperationContext context,
      JsonNode entity,
      Map<String, Double> wanted,
      Map<String, Double> there)
      throws Refused, ProviderFailure, InterruptedException {
    List<ClientQuotaAlteration.Op> changes = new ArrayList<>();
    wanted.forEach((name, limit) -> changes.add(new ClientQuotaAlteration.Op(name, limit)));
    there.keySet().stream()
        .filter(name -> !wanted.containsKey(name))
        .forEach(name -> changes.add(new ClientQuotaAlteration.Op(name, null)));
    if (!wanted.equals(there)) {
      KafkaAdmin.await(
          context,
          admin
              .client()
              .alterClientQuotas(List.of(new ClientQuotaAlteration(entity(entity), changes)))
              .all());
      awaitSeen(context, entity, wanted);
    }
  }

  private void awaitSeen(OperationContext context, JsonNode entity, Map<String, Double> wanted)
      throws Refused, ProviderFailure, InterruptedException {
    try {
      while (!limits(context, entity).equals(wanted)) {
        context.pause(java.time.Duration.ofMillis(50));
      }
    } catch (OperationContext.Stopped e) {
      throw ProviderFailure.inDoubt(e.code(), "the quota was changed and is not seen yet");
    }
  }

  @Override
  public Outcome read(OperationContext context, Prior prior)
      throws ProviderFailure, InterruptedException {
    try {
      Map<String, Double> there = limits(context, prior.attributes());
      if (there.isEmpty()) {
        return new Outcome.Gone();
      }
      ObjectNode attributes = prior.attributes().deepCopy();
      for (String name : LIMITS) {
        Double limit = there.get(name);
        if (limit == null) {
          attributes.remove(name);
        } else if (attributes.path(name).doubleValue() != limit) {
          attributes.put(name, BigDecimal.valueOf(limit));
        }
      }
      return new Outcome.Done(prior.id(), attributes);
    } catch (Refused e) {
      return KafkaAdmin.failed("reading the quota", e);
    }
  }

  @Override
  public Outcome update(OperationContext context, Prior prior, JsonNode desired)
      throws ProviderFailure, InterruptedException {
    try {
      Map<String, Double> there = limits(context, desired);
      return there.isEmpty() ? new Outcome.Gone() : change(context, desired, there);
    } catch (Refused e) {
      return KafkaAdmin.failed("changing the quota", e);
    }
  }

  @Override
  public Outcome delete(OperationContext context, Prior prior)
      throws ProviderFailure, InterruptedException {
    try {
      alter(context, prior.attributes(), Map.of(), limits(context, prior.attributes()));
      return new Outcome.Gone();
    } catch (Refused e) {
      return KafkaAdmin.failed("deleting the quota", e);
    }
  }

  private Map<String, Double> limits(OperationContext context, JsonNode entity)
      throws Refused, ProviderFailure, InterruptedException {
    List<ClientQuotaFilterComponent> components = new ArrayList<>();
    entity(entity)
        .entries()
        .forEach(
            (type, name) ->
                components.add(
                    name == null
                        ? ClientQuotaFilterComponent.ofDefaultEntity(type)
                        : ClientQuotaFilterComponent.ofEntity(type, name)));
    Map<ClientQuotaEntity, Map<String, Double>> found =
        KafkaAdmin.await(
            context,
            admin
                .client()
                .describeClientQuotas(ClientQuotaFilter.containsOnly(components))
                .entities());
    Map<String, Double> limits = new TreeMap<>();
    found.values().forEach(limits::putAll);
    return limits;
  }

  private static Map<String, Double> wanted(JsonNode desired) {
    Map<String, Double> wanted = new TreeMap<>();
    for (String name : LIMITS) {
      if (desired.hasNonNull(name)) {
        wanted.put(name, desired.get(name).doubleValue());
      }
    }
    return wanted;
  }

  /** Kafka wants a null for the default, which is why this map may hold one. */
  @SuppressWarnings("NullAway")
  private static ClientQuotaEntity entity(JsonNode config) {
    Map<String, String> entries = new HashMap<>();
    if (config.hasNonNull("user")) {
      entries.put(ClientQuotaEntity.USER, named(config.get("user").textValue()));
    }
    if (config.hasNonNull("client_id")) {
      entries.put(ClientQuotaEntity.CLIENT_ID, named(config.get("client_id").textValue()));
    }
    return new ClientQuotaEntity(entries);
  }

  private static @org.jspecify.annotations.Nullable String named(String name) {
    return name.equals(DEFAULT) ? null : name;
  }

  private static String id(JsonNode desired) {
    return "user="
        + desired.path("user").asText("*")
        + ",client_id="
        + desired.path("client_id").asText("*");
  }
}
