package io.sluice.providers.kafka;

import static io.sluice.provider.schema.AttributeSchema.computed;
import static io.sluice.provider.schema.AttributeSchema.optional;
import static io.sluice.provider.schema.AttributeSchema.required;
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
import io.sluice.provider.schema.Repeats;
import io.sluice.provider.schema.TypeSchema;
import io.sluice.provider.schema.ValueCheck;
import io.sluice.providers.kafka.KafkaCall.Refused;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;

/** {@code kafka_acl}: one access control entry. All of it is its name, so nothing of it changes. */
final class KafkaAcl implements ResourceType {
  private static final List<String> FIELDS =
      List.of(
          "resource_type",
          "resource_name",
          "pattern_type",
          "principal",
          "host",
          "operation",
          "permission");

  static final TypeSchema SCHEMA =
      TypeSchema.resource(
              "kafka_acl",
              "A permission on a Kafka cluster.",
              Repeats.all(RepeatClass.BY_NAME),
              choice(
                      "resource_type",
                      "topic",
                      "group",
                      "cluster",
                      "transactional_id",
                      "delegation_token",
                      "user")
                  .describedAs("The kind of resource."),
              required("resource_name", STRING)
                  .replaces()
                  .checkedBy(ValueCheck.notEmpty())
                  .describedAs("The name, a prefix, or * for all; kafka-cluster for the cluster."),
              optional("pattern_type", STRING)
                  .defaultsTo("literal")
                  .replaces()
                  .checkedBy(ValueCheck.oneOf("literal", "prefixed"))
                  .describedAs("literal or prefixed."),
              required("principal", STRING)
                  .replaces()
                  .checkedBy(
                      ValueCheck.matching(
                          java.util.regex.Pattern.compile("[A-Za-z]+:.+"),
                          "a principal such as User:alice"))
                  .describedAs("The principal, for example User:alice."),
              optional("host", STRING)
                  .defaultsTo("*")
                  .replaces()
                  .describedAs("The client's host, or * for any."),
              choice(
                      "operation",
                      "all",
                      "read",
                      "write",
                      "create",
                      "delete",
                      "alter",
                      "describe",
                      "cluster_action",
                      "describe_configs",
                      "alter_configs",
                      "idempotent_write")
                  .describedAs("The operation that is allowed or denied."),
              optional("permission", STRING)
                  .defaultsTo("allow")
                  .replaces()
                  .checkedBy(ValueCheck.oneOf("allow", "deny"))
                  .describedAs("allow or deny."),
              computed("id", STRING).kept().describedAs("All of the above, separated by bars."))
          .canBeImported()
          .announcesAbsence();

  private final KafkaAdmin admin;

  KafkaAcl(KafkaAdmin admin) {
    this.admin = admin;
  }

  private static AttributeSchema choice(String name, String... allowed) {
    return required(name, STRING).replaces().checkedBy(ValueCheck.oneOf(allowed));
  }

  @Override
  public TypeSchema schema() {
    return SCHEMA;
  }

  @Override
  public Outcome create(OperationContext context, JsonNode desired)
      throws ProviderFailure, InterruptedException {
    KafkaCall call = admin.call(context);
    AclBinding binding = binding(desired);
    try {
      if (isThere(call, binding)) {
        return new Existing(context, "ACL_EXISTS", "this ACL", id(desired))
            .unlessMadeByThis(true)
            .orElseGet(() -> made(desired));
      }
      call.create(() -> admin.client().createAcls(List.of(binding)).all());
      while (!isThere(call, binding)) {
        call.pause();
      }
      return made(desired);
    } catch (Refused e) {
      return call.failed("creating the ACL", e);
    } catch (OperationContext.Stopped e) {
      return new Outcome.InDoubt(e.code(), "the ACL was created, but is not visible yet");
    }
  }

  private static String id(JsonNode acl) {
    return FIELDS.stream().map(field -> acl.path(field).asText()).collect(Collectors.joining("|"));
  }

  private static Outcome made(JsonNode desired) {
    String id = id(desired);
    ObjectNode attributes = desired.deepCopy();
    return new Outcome.Done(id, attributes.put("id", id));
  }

  @Override
  public Outcome read(OperationContext context, Prior prior)
      throws ProviderFailure, InterruptedException {
    KafkaCall call = admin.call(context);
    try {
      return isThere(call, binding(prior.attributes()))
          ? new Outcome.Done(prior.id(), prior.attributes())
          : new Outcome.Gone();
    } catch (Refused e) {
      return call.failed("reading the ACL", e);
    }
  }

  private boolean isThere(KafkaCall call, AclBinding binding)
      throws Refused, ProviderFailure, InterruptedException {
    return !call.look(admin.client().describeAcls(binding.toFilter()).values()).isEmpty();
  }

  @Override
  public Outcome delete(OperationContext context, Prior prior)
      throws ProviderFailure, InterruptedException {
    KafkaCall call = admin.call(context);
    AclBinding binding = binding(prior.attributes());
    try {
      call.write(() -> admin.client().deleteAcls(List.of(binding.toFilter())).all());
      while (isThere(call, binding)) {
        call.pause();
      }
      return new Outcome.Gone();
    } catch (Refused e) {
      return call.failed("deleting the ACL", e);
    } catch (OperationContext.Stopped e) {
      return new Outcome.InDoubt(e.code(), "the ACL was deleted, but is still visible");
    }
  }

  @Override
  public Outcome importState(OperationContext context, String importId)
      throws ProviderFailure, InterruptedException {
    List<String> parts = Arrays.asList(importId.split("\\|", -1));
    if (parts.size() != FIELDS.size()) {
      return Outcome.user("BAD_ID", "an import id is " + String.join("|", FIELDS));
    }
    ObjectNode attributes = Json.object();
    for (int i = 0; i < FIELDS.size(); i++) {
      attributes.put(FIELDS.get(i), parts.get(i));
    }
    KafkaCall call = admin.call(context);
    try {
      return isThere(call, binding(attributes))
          ? made(attributes)
          : Outcome.user("NOT_FOUND", "there is no such ACL");
    } catch (Refused e) {
      return call.failed("reading the ACL", e);
    } catch (IllegalArgumentException e) {
      return Outcome.user("BAD_ID", "an import id is " + String.join("|", FIELDS));
    }
  }

  private static AclBinding binding(JsonNode acl) {
    return new AclBinding(
        new ResourcePattern(
            org.apache.kafka.common.resource.ResourceType.valueOf(upper(acl, "resource_type", "")),
            acl.get("resource_name").textValue(),
            PatternType.valueOf(upper(acl, "pattern_type", "literal"))),
        new AccessControlEntry(
            acl.get("principal").textValue(),
            acl.path("host").asText("*"),
            AclOperation.valueOf(upper(acl, "operation", "")),
            AclPermissionType.valueOf(upper(acl, "permission", "allow"))));
  }

  private static String upper(JsonNode acl, String field, String otherwise) {
    return acl.path(field).asText(otherwise).toUpperCase(Locale.ROOT);
  }
}
