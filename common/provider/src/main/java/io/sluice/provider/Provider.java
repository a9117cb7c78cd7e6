package io.sluice.provider;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.Address;
import io.sluice.model.json.Json;
import io.sluice.model.plan.PluginWork;
import io.sluice.provider.schema.BlockBody;
import io.sluice.provider.schema.FunctionSchema;
import io.sluice.provider.schema.PlannedChange;
import io.sluice.provider.schema.ProviderPackage;
import io.sluice.provider.schema.ProviderSchema;
import io.sluice.provider.schema.Repeats;
import io.sluice.provider.schema.SchemaDiff;
import io.sluice.provider.schema.TypeSchema;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A kind of things that can be made: its types, and how a configured connection to them is had.
 * Found with {@link java.util.ServiceLoader}; a public class with a public constructor without
 * parameters.
 */
public interface Provider {
  String name();

  ProviderSchema schema();

  /** What its own block takes. */
  default BlockBody configuration() {
    return schema().configuration();
  }

  /**
   * The package that a real provider comes in, without what it planned; empty for a provider of
   * Sluice's own. Its source is the address that resources, records and nodes know it by.
   */
  default Optional<PluginWork> plugin() {
    return Optional.empty();
  }

  /**
   * Whether it says itself what is to become of an object, when it is asked with a configuration.
   * Then {@link #plan} is never called, and its objects are read as they are asked about.
   */
  default boolean plansItself() {
    return plugin().isPresent();
  }

  /**
   * A real provider for those who have no package of it, cut down to some of its types.
   *
   * @param types by their kind, the names of those that are kept; others are left out, as are names
   *     that it does not have
   */
  default Optional<ProviderPackage> packed(Map<TypeSchema.Kind, Set<String>> types) {
    return Optional.empty();
  }

  /** The names of its types of one kind. */
  default Set<String> typeNames(TypeSchema.Kind kind) {
    return schema().types().stream()
        .filter(type -> type.kind() == kind)
        .map(TypeSchema::type)
        .collect(Collectors.toSet());
  }

  /** One of its types. A provider with thousands of them may read each when it is asked for. */
  default Optional<TypeSchema> type(TypeSchema.Kind kind, String name) {
    return schema().types().stream()
        .filter(type -> type.kind() == kind && type.type().equals(name))
        .findFirst();
  }

  /** One of the functions that configurations may call. */
  default Optional<FunctionSchema> function(String name) {
    return Optional.empty();
  }

  /** The names of its functions. */
  default Set<String> functionNames() {
    return Set.of();
  }

  /**
   * One configuration of this provider; called once for each provider block, by the worker. Makes
   * no call that could fail for reasons other than the configuration: see {@link
   * Session#validateCredentials}.
   *
   * @param configuration conformed to the schema's configuration
   */
  Configured configure(JsonNode configuration);

  /**
   * What is secret because it is made of a secret of this configuration, and travels in that form:
   * a login in base64, say. A server that repeats it must not put it into a message or a record.
   */
  default Set<String> derivedSecrets(JsonNode configuration) {
    return Set.of();
  }

  /** What has to be done. Pure; the planner asks, without a configured provider. */
  default PlannedChange plan(TypeSchema type, PlanInput input) {
    return SchemaDiff.diff(type, input.priorDesired(), input.desired(), input.unknown());
  }

  /** How the operations of one object repeat; for most types the same for all. Pure. */
  default Repeats repeats(TypeSchema type, JsonNode desired) {
    return type.repeats();
  }

  /**
   * Attributes of an object that the provider gives and is certain of before it makes the object.
   * Pure.
   */
  default JsonNode foretold(TypeSchema type, Address address, JsonNode desired) {
    return Json.object();
  }

  /**
   * Attributes (or a desired configuration) as an older version of the type wrote them, made new.
   */
  default JsonNode upgradeState(TypeSchema type, int fromVersion, JsonNode attributes) {
    return attributes;
  }

  /**
   * @param priorDesired null when there is no object yet
   * @param unknown JSON pointers into desired whose references may get another value in this run
   */
  record PlanInput(
      @Nullable JsonNode priorDesired,
      @Nullable JsonNode priorAttributes,
      JsonNode desired,
      Set<String> unknown) {}

  /** What became of a configuration. */
  sealed interface Configured {
    record Ready(Session session) implements Configured {}

    record Refused(Outcome.Failed why) implements Configured {}
  }
}
