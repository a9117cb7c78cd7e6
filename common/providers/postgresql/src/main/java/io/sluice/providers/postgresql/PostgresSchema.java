package io.sluice.providers.postgresql;

import static io.sluice.provider.schema.AttributeSchema.computed;
import static io.sluice.provider.schema.AttributeSchema.optional;
import static io.sluice.provider.schema.AttributeSchema.required;
import static io.sluice.provider.schema.AttributeType.STRING;
import static io.sluice.providers.postgresql.PostgresServer.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.RepeatClass;
import io.sluice.model.json.Json;
import io.sluice.provider.OperationContext;
import io.sluice.provider.ProviderFailure;
import io.sluice.provider.schema.Repeats;
import io.sluice.provider.schema.TypeSchema;
import io.sluice.providers.postgresql.PostgresServer.Refused;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code postgresql_schema}. */
final class PostgresSchema extends PostgresType {
  static final TypeSchema SCHEMA =
      TypeSchema.resource(
              "postgresql_schema",
              "A schema of a database. It is dropped only if it is empty.",
              Repeats.all(RepeatClass.BY_NAME),
              required("database", STRING).replaces().describedAs("The database that it is in."),
              required("name", STRING).replaces().describedAs("Its name."),
              optional("owner", STRING).describedAs("The role that owns it."),
              computed("id", STRING).kept().describedAs("database/name."))
          .canBeImported()
          .announcesWriting();

  PostgresSchema(PostgresServer server) {
    super(server, SCHEMA);
  }

  @Override
  String id(JsonNode config) {
    return config.path("database").asText() + "/" + config.path("name").asText();
  }

  @Override
  Optional<ObjectNode> find(OperationContext context, JsonNode config)
      throws ProviderFailure, Refused {
    return first(
        server.query(
            context,
            database(config),
            "SELECT pg_get_userbyid(nspowner) FROM pg_namespace WHERE nspname = ?",
            row -> Json.object().put("owner", row.getString(1)),
            config.path("name").asText()));
  }

  @Override
  PostgresLabel label() {
    return PostgresLabel.SCHEMA;
  }

  @Override
  List<String> creating(JsonNode desired) {
    String name = quoted(desired.get("name").textValue());
    return List.of(
        "CREATE SCHEMA "
            + name
            + (desired.has("owner")
                ? " AUTHORIZATION " + quoted(desired.get("owner").textValue())
                : ""));
  }

  @Override
  List<String> changing(JsonNode there, @Nullable JsonNode before, JsonNode desired) {
    return differs("owner", there, desired)
        ? List.of(
            "ALTER SCHEMA "
                + quoted(desired.get("name").textValue())
                + " OWNER TO "
                + quoted(desired.get("owner").textValue()))
        : List.of();
  }

  @Override
  List<String> dropping(JsonNode config) {
    return List.of("DROP SCHEMA IF EXISTS " + quoted(config.get("name").textValue()));
  }

  @Override
  ObjectNode named(String importId) {
    int slash = importId.indexOf('/');
    return Json.object()
        .put("database", importId.substring(0, Math.max(0, slash)))
        .put("name", importId.substring(slash + 1));
  }
}
