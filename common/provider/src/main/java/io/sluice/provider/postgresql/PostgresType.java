package io.sluice.provider.postgresql;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.json.Json;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.provider.Prior;
import io.sluice.provider.ProviderFailure;
import io.sluice.provider.ResourceType;
import io.sluice.provider.Session;
import io.sluice.provider.postgresql.PostgresServer.Refused;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.TypeSchema;
import java.util.List;
import java.util.Map;
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

  abstract List<String> changing(JsonNode there, JsonNode desired);

  abstract List<String> dropping(JsonNode config);

  /** Where the tag of what was made stands; null where there is no place for one. */
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

  /** The fields of an import id. */
  abstract ObjectNode named(String importId);

  @Override
  public Outcome create(OperationContext context, JsonNode desired) throws ProviderFailure {
    try {
      Optional<ObjectNode> there = find(context, desired);
      if (there.isPresent()) {
        if (!context.recovering() && differs(there.get(), desired)) {
          return Outcome.user(
              "EXISTS",
              id(desired) + " exists already and is not as desired; it was left as it is");
        }
        server.execute(context, database(desired), changing(there.get(), desired));
      } else {
        server.execute(context, database(desired), creating(desired));
        PostgresLabel label = label();
        if (label != null) {
          label.put(server, context, database(desired), desired.path("name").asText());
        }
      }
      return made(desired);
    } catch (Refused e) {
      throw e.failure("creating " + id(desired));
    }
  }

  private static boolean differs(JsonNode there, JsonNode desired) {
    for (Map.Entry<String, JsonNode> field : desired.properties()) {
      JsonNode is = there.path(field.getKey());
      if (!is.isMissingNode() && !Json.same(is, field.getValue())) {
        return true;
      }
    }
    return false;
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
      throws ProviderFailure {
    try {
      Optional<ObjectNode> there = find(context, desired);
      if (there.isEmpty()) {
        return new Outcome.Gone();
      }
      server.execute(context, database(desired), changing(there.get(), desired));
      return made(desired);
    } catch (Refused e) {
      throw e.failure("changing " + prior.id());
    }
  }

  @Override
  public Outcome delete(OperationContext context, Prior prior) throws ProviderFailure {
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
