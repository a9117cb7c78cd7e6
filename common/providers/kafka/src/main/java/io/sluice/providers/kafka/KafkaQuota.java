package io.sluice.providers.kafka;

import static io.sluice.provider.schema.AttributeSchema.computed;
import static io.sluice.provider.schema.AttributeSchema.optional;
import static io.sluice.provider.schema.AttributeType.NUMBER;
import static io.sluice.provider.schema.AttributeType.STRING;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.RepeatClass;
import io.sluice.model.json.Json;
import io.sluice.provider.Existing;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.provider.Prior;
import io.sluice.provider.ProviderFailure;
import io.sluice.provider.ResourceType;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.ConfigRule;
import io.sluice.provider.schema.Repeats;
import io.sluice.provider.schema.TypeSchema;
import io.sluice.providers.kafka.KafkaCall.Refused;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.quota.ClientQuotaAlteration;
import org.apache.kafka.common.quota.ClientQuotaEntity;
import org.apache.kafka.common.quota.ClientQuotaFilter;
import org.apache.kafka.common.quota.ClientQuotaFilterComponent;

/** {@code kafka_quota}: what a user or a client may use. It is identified by these. */
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
              "Limits for a user or client of a Kafka cluster.",
              Repeats.all(RepeatClass.BY_NAME),
              optional("user", STRING).replaces().describedAs("A user, or " + DEFAULT + "."),
              optional("client_id", STRING).replaces().describedAs("A client, or " + DEFAULT + "."),
              limit("producer_byte_rate", "The most bytes written a second."),
              limit("consumer_byte_rate", "The most bytes read a second."),
              limit("request_percentage", "The largest share of the broker's threads, in percent."),
              limit(
                  "controller_mutation_rate",
                  "The most topics and partitions created or deleted a second."),
              computed("id", STRING).kept().describedAs("The user and client that it limits."))
          .withRules(
              ConfigRule.atLeastOneOf("user", "client_id"),
              ConfigRule.atLeastOneOf(LIMITS.toArray(String[]::new)))
          .canBeImported()
          .announcesAbsence();

  private static final Pattern ID = Pattern.compile("user=(?<user>.*),client_id=(?<clientid>.*)");

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
    KafkaCall call = admin.call(context);
    try {
      Map<String, Double> there = limits(call, desired);
      if (!there.isEmpty()) {
        return new Existing(context, "QUOTA_EXISTS", "a quota for " + id(desired), id(desired))
            .unlessMadeByThis(there.equals(wanted(desired)))
            .orElseGet(() -> made(desired));
      }
      Map<String, Double> wanted = wanted(desired);
      ClientQuotaAlteration alteration = alteration(desired, wanted, there);
      call.create(() -> admin.client().alterClientQuotas(List.of(alteration)).all());
      awaitSeen(call, desired, wanted);
      return made(desired);
    } catch (Refused e) {
      return call.failed("creating the quota", e);
    }
  }

  private static Outcome made(JsonNode desired) {
    String id = id(desired);
    ObjectNode attributes = desired.deepCopy();
    return new Outcome.Done(id, attributes.put("id", id));
  }

  /** Only what differs. */
  private static ClientQuotaAlteration alteration(
      JsonNode entity, Map<String, Double> wanted, Map<String, Double> there) {
    List<ClientQuotaAlteration.Op> changes = new ArrayList<>();
    wanted.forEach(
        (name, limit) -> {
          if (!limit.equals(there.get(name))) {
            changes.add(new ClientQuotaAlteration.Op(name, limit));
          }
        });
    there.keySet().stream()
        .filter(name -> !wanted.containsKey(name))
        .forEach(name -> changes.add(new ClientQuotaAlteration.Op(name, null)));
    return new ClientQuotaAlteration(entity(entity), changes);
  }

  private void alter(
      KafkaCall call, JsonNode entity, Map<String, Double> wanted, Map<String, Double> there)
      throws Refused, ProviderFailure, InterruptedException {
    if (!wanted.equals(there)) {
      ClientQuotaAlteration alteration = alteration(entity, wanted, there);
      call.write(() -> admin.client().alterClientQuotas(List.of(alteration)).all());
      awaitSeen(call, entity, wanted);
    }
  }

  private void awaitSeen(KafkaCall call, JsonNode entity, Map<String, Double> wanted)
      throws Refused, ProviderFailure, InterruptedException {
    try {
      while (!limits(call, entity).equals(wanted)) {
        call.pause();
      }
    } catch (OperationContext.Stopped e) {
      throw ProviderFailure.inDoubt(
          e.code(), "the quota was changed, but the change is not visible yet");
    }
  }

  @Override
  public Outcome read(OperationContext context, Prior prior)
      throws ProviderFailure, InterruptedException {
    KafkaCall call = admin.call(context);
    try {
      Map<String, Double> there = limits(call, prior.attributes());
      return there.isEmpty()
          ? new Outcome.Gone()
          : new Outcome.Done(prior.id(), shown(prior.attributes(), there));
    } catch (Refused e) {
      return call.failed("reading the quota", e);
    }
  }

  private static ObjectNode shown(JsonNode known, Map<String, Double> there) {
    ObjectNode attributes = known.deepCopy();
    for (String name : LIMITS) {
      Double limit = there.get(name);
      if (limit == null) {
        attributes.remove(name);
      } else if (attributes.path(name).doubleValue() != limit) {
        attributes.set(name, exact(limit));
      }
    }
    return attributes;
  }

  /** Whole numbers as such: Kafka knows doubles only. */
  private static JsonNode exact(double limit) {
    return limit == Math.rint(limit) && Math.abs(limit) < 1e15
        ? Json.toTree((long) limit)
        : Json.toTree(BigDecimal.valueOf(limit));
  }

  @Override
  public Outcome update(OperationContext context, Prior prior, JsonNode desired)
      throws ProviderFailure, InterruptedException {
    KafkaCall call = admin.call(context);
    try {
      Map<String, Double> there = limits(call, desired);
      if (there.isEmpty()) {
        return new Outcome.Gone();
      }
      alter(call, desired, wanted(desired), there);
      return made(desired);
    } catch (Refused e) {
      return call.failed("changing the quota", e);
    }
  }

  @Override
  public Outcome delete(OperationContext context, Prior prior)
      throws ProviderFailure, InterruptedException {
    if (entity(prior.attributes()).entries().isEmpty()) {
      return Outcome.user(
          "INCOMPLETE_RECORD",
          "state does not say whom the quota "
              + prior.id()
              + " is for: check it, then remove it from state with sluice state rm");
    }
    KafkaCall call = admin.call(context);
    try {
      alter(call, prior.attributes(), Map.of(), limits(call, prior.attributes()));
      return new Outcome.Gone();
    } catch (Refused e) {
      return call.failed("deleting the quota", e);
    }
  }

  @Override
  public Outcome importState(OperationContext context, String importId)
      throws ProviderFailure, InterruptedException {
    Matcher named = ID.matcher(importId);
    if (!named.matches()) {
      return Outcome.user(
          "BAD_ID", "an import id must be user=NAME,client_id=NAME, with * for none");
    }
    ObjectNode entity = Json.object();
    for (String name : List.of("user", "client_id")) {
      if (!named.group(name.replace("_", "")).equals("*")) {
        entity.put(name, named.group(name.replace("_", "")));
      }
    }
    KafkaCall call = admin.call(context);
    try {
      Map<String, Double> there = entity.isEmpty() ? Map.of() : limits(call, entity);
      if (there.isEmpty()) {
        return Outcome.user("NOT_FOUND", "there is no quota for " + importId);
      }
      ObjectNode attributes = shown(entity, there);
      return new Outcome.Done(id(entity), attributes.put("id", id(entity)));
    } catch (Refused e) {
      return call.failed("reading the quota", e);
    }
  }

  private Map<String, Double> limits(KafkaCall call, JsonNode entity)
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
        call.look(
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
