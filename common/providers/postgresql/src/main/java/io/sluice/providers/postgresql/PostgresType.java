package io.sluice.providers.postgresql;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.json.Json;
import io.sluice.provider.Existing;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.provider.Prior;
import io.sluice.provider.ProviderFailure;
import io.sluice.provider.ResourceType;
import io.sluice.provider.Session;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.TypeSchema;
import io.sluice.providers.postgresql.PostgresServer.Refused;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What all objects of a server have in common: they are known by name, looked for first, and made,
 * changed and dropped by statements.
 */
abstract class PostgresType implements ResourceType {
  protected final PostgresServer server;
  private final TypeSchema schema;

  PostgresType(PostgresServer server, TypeSchema schema) {
    this.server = server;
    this.schema = schema;
  }

  @Override
  public final TypeSchema schema() {
    return schema;
  }

  /** Where the statements run. */
  String database(JsonNode config) {
    return config.path("database").asText(server.database());
  }

  abstract String id(JsonNode config);

  /** The object as it is; what the configuration doesn't name may be left out. */
  abstract Optional<ObjectNode> find(OperationContext context, JsonNode config)
      throws ProviderFailure, Refused;

  abstract List<String> creating(JsonNode desired);

  /**
   * The statements that make an existing object as desired; none if it already is.
   *
   * @param before what was asked of it last, as far as that is known
   */
  abstract List<String> changing(JsonNode there, @Nullable JsonNode before, JsonNode desired);

  abstract List<String> dropping(JsonNode config);

  /** The kind of object whose comment holds the tag; null if there is no place for one. */
  @Nullable PostgresLabel label() {
    return null;
  }

  @Override
  public List<Session.Listed> list(OperationContext context, String tagPrefix)
      throws ProviderFailure {
    PostgresLabel label = label();
    try {
      return label == null ? List.of() : label.list(server, context, tagPrefix);
    } catch (Refused e) {
      throw e.failure("listing what has a tag");
    }
  }

  /** Whether the mark is there from the first moment: then what has none is not ours. */
  boolean marksAtOnce() {
    return label() != null;
  }

  /** The fields of an import id. */
  abstract ObjectNode named(String importId) throws ProviderFailure;

  @Override
  public Outcome create(OperationContext context, JsonNode desired)
      throws ProviderFailure, InterruptedException {
    try {
      Optional<ObjectNode> there = find(context, desired);
      if (there.isEmpty()) {
        make(context, desired);
        return made(desired);
      }
      return adopt(context, there.get(), desired);
    } catch (Refused e) {
      throw e.failure("creating " + id(desired));
    }
  }

  private void make(OperationContext context, JsonNode desired)
      throws ProviderFailure, Refused, InterruptedException {
    String on = database(desired);
    List<String> statements = new ArrayList<>(creating(desired));
    context.writing(true);
    PostgresLabel label = label();
    if (label == null || marksAtOnce()) {
      if (label != null) {
        statements.add(label.putting(context, desired.path("name").asText()));
      }
      server.execute(context, on, statements);
      return;
    }
    String comment = label.putting(context, desired.path("name").asText());
    server
        .executeApart(context, on, statements.getFirst(), List.of(comment))
        .ifPresent(
            refused ->
                context
                    .log()
                    .say("no comment was put on " + id(desired) + ": " + refused.getMessage()));
  }

  /** What is there is ours only if it says so, or if only this operation can have made it. */
  private Outcome adopt(OperationContext context, ObjectNode there, JsonNode desired)
      throws ProviderFailure, Refused, InterruptedException {
    String on = database(desired);
    String name = desired.path("name").asText();
    PostgresLabel label = label();
    Existing existing = new Existing(context, "EXISTS", id(desired), id(desired));
    if (label != null && label.isOurs(server, context, on, name)) {
      if (differsForGood(there, desired)) {
        return existing.isNotOurs();
      }
      return changed(context, there, null, desired);
    }
    if (marksAtOnce()) {
      return existing.isNotOurs();
    }
    Optional<Outcome> refused = existing.unlessMadeByThis(!differs(there, desired));
    if (refused.isPresent()) {
      return refused.get();
    }
    if (label != null) {
      server.execute(context, on, List.of(label.putting(context, name)));
    }
    return made(desired);
  }

  private Outcome changed(
      OperationContext context, ObjectNode there, @Nullable JsonNode before, JsonNode desired)
      throws ProviderFailure, Refused, InterruptedException {
    List<String> statements = changing(there, before, desired);
    if (!statements.isEmpty()) {
      server.execute(context, database(desired), statements);
    }
    return made(desired);
  }

  private static boolean differs(JsonNode there, JsonNode desired) {
    return desired.properties().stream().anyMatch(field -> differs(field.getKey(), there, desired));
  }

  /** Whether it differs in something that no statement changes. */
  private boolean differsForGood(JsonNode there, JsonNode desired) {
    return schema.body().attributes().stream()
        .filter(AttributeSchema::forcesReplacement)
        .anyMatch(attribute -> differs(attribute.name(), there, desired));
  }

  /** Whether the configuration sets it and it is visibly different. */
  static boolean differs(String attribute, JsonNode there, JsonNode desired) {
    JsonNode is = there.path(attribute);
    return desired.hasNonNull(attribute)
        && !is.isMissingNode()
        && !Json.same(is, desired.path(attribute));
  }

  private Outcome made(JsonNode desired) {
    ObjectNode attributes = desired.deepCopy();
    return new Outcome.Done(id(desired), attributes.put("id", id(desired)));
  }

  @Override
  public Outcome read(OperationContext context, Prior prior) throws ProviderFailure {
    try {
      Optional<ObjectNode> there = find(context, prior.attributes());
      if (there.isEmpty()) {
        return new Outcome.Gone();
      }
      ObjectNode attributes = prior.attributes().deepCopy();
      for (AttributeSchema attribute : schema.body().attributes()) {
        JsonNode is = there.get().path(attribute.name());
        if (attributes.has(attribute.name()) && !is.isMissingNode()) {
          attributes.set(attribute.name(), is);
        }
      }
      return new Outcome.Done(prior.id(), attributes);
    } catch (Refused e) {
      if (e.isMissing()) {
        return new Outcome.Gone();
      }
      throw e.failure("reading " + prior.id());
    }
  }

  @Override
  public Outcome update(OperationContext context, Prior prior, JsonNode desired)
      throws ProviderFailure, InterruptedException {
    try {
      Optional<ObjectNode> there = find(context, desired);
      if (there.isEmpty()) {
        return new Outcome.Gone();
      }
      return changed(context, there.get(), prior.attributes(), desired);
    } catch (Refused e) {
      throw e.failure("changing " + prior.id());
    }
  }

  @Override
  public Outcome delete(OperationContext context, Prior prior)
      throws ProviderFailure, InterruptedException {
    try {
      if (find(context, prior.attributes()).isPresent()) {
        server.execute(context, database(prior.attributes()), dropping(prior.attributes()));
      }
      return new Outcome.Gone();
    } catch (Refused e) {
      if (e.isMissing()) {
        return new Outcome.Gone();
      }
      throw e.failure("dropping " + prior.id());
    }
  }

  @Override
  public Outcome importState(OperationContext context, String importId) throws ProviderFailure {
    ObjectNode named = named(importId);
    try {
      Optional<ObjectNode> there = find(context, named);
      return there.isPresent()
          ? made(named.setAll(there.get()))
          : Outcome.user("NOT_FOUND", "there is no " + importId);
    } catch (Refused e) {
      throw e.failure("reading " + importId);
    }
  }

  static Optional<ObjectNode> first(List<ObjectNode> rows) {
    return rows.stream().findFirst();
  }
}
