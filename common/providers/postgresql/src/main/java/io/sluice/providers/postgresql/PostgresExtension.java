package io.sluice.providers.postgresql;

import static io.sluice.provider.schema.AttributeSchema.computed;
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

/** {@code postgresql_extension}. */
final class PostgresExtension extends PostgresType {
  static final TypeSchema SCHEMA =
      TypeSchema.resource(
              "postgresql_extension",
              "An extension of a database.",
              Repeats.all(RepeatClass.BY_NAME),
              required("database", STRING).replaces().describedAs("The database that it is in."),
              required("name", STRING).replaces().describedAs("For example pgcrypto."),
              computed("id", STRING).kept().describedAs("database/name."))
          .canBeImported()
          .announcesAbsence();

  PostgresExtension(PostgresServer server) {
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
            "SELECT extversion FROM pg_extension WHERE extname = ?",
            row -> Json.object(),
            config.path("name").asText()));
  }

  @Override
  List<String> creating(JsonNode desired) {
    return List.of("CREATE EXTENSION " + quoted(desired.get("name").textValue()));
  }

  @Override
  List<String> changing(JsonNode there, @Nullable JsonNode before, JsonNode desired) {
    return List.of();
  }

  @Override
  List<String> dropping(JsonNode config) {
    return List.of("DROP EXTENSION IF EXISTS " + quoted(config.get("name").textValue()));
  }

  @Override
  ObjectNode named(String importId) {
    int slash = importId.indexOf('/');
    return Json.object()
        .put("database", importId.substring(0, Math.max(0, slash)))
        .put("name", importId.substring(slash + 1));
  }
}
