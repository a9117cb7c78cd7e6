package io.sluice.providers.postgresql;

import static io.sluice.provider.schema.AttributeSchema.computed;
import static io.sluice.provider.schema.AttributeSchema.optional;
import static io.sluice.provider.schema.AttributeSchema.required;
import static io.sluice.provider.schema.AttributeType.INTEGER;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code postgresql_database}. */
final class PostgresDatabase extends PostgresType {
  static final TypeSchema SCHEMA =
      TypeSchema.resource(
              "postgresql_database",
              "A database.",
              Repeats.all(RepeatClass.BY_NAME),
              required("name", STRING).replaces().describedAs("Its name."),
              optional("owner", STRING).describedAs("The role that owns it."),
              optional("encoding", STRING).replaces().describedAs("For example UTF8."),
              optional("template", STRING)
                  .replaces()
                  .describedAs("The database that it is copied from."),
              optional("connection_limit", INTEGER)
                  .defaultsTo(-1)
                  .describedAs("The most connections; -1 for any number."),
              computed("id", STRING).kept().describedAs("The name."))
          .canBeImported()
          .announcesAbsence();

  PostgresDatabase(PostgresServer server) {
    super(server, SCHEMA);
  }

  @Override
  String id(JsonNode config) {
    return config.path("name").asText();
  }

  @Override
  Optional<ObjectNode> find(OperationContext context, JsonNode config)
      throws ProviderFailure, Refused {
    return first(
        server.query(
            context,
            server.database(),
            "SELECT pg_get_userbyid(datdba), pg_encoding_to_char(encoding), datconnlimit"
                + " FROM pg_database WHERE datname = ?",
            row ->
                Json.object()
                    .put("owner", row.getString(1))
                    .put("encoding", row.getString(2))
                    .put("connection_limit", row.getInt(3)),
            id(config)));
  }

  @Override
  PostgresLabel label() {
    return PostgresLabel.DATABASE;
  }

  /** No transaction may hold the making of a database, so the comment comes after it. */
  @Override
  boolean marksAtOnce() {
    return false;
  }

  @Override
  List<String> creating(JsonNode desired) {
    StringBuilder sql = new StringBuilder("CREATE DATABASE ").append(quoted(id(desired)));
    sql.append(" WITH CONNECTION LIMIT ").append(desired.path("connection_limit").asInt(-1));
    if (desired.has("owner")) {
      sql.append(" OWNER ").append(quoted(desired.get("owner").textValue()));
    }
    if (desired.has("encoding")) {
      sql.append(" ENCODING ").append(PostgresServer.literal(desired.get("encoding").textValue()));
    }
    if (desired.has("template")) {
      sql.append(" TEMPLATE ").append(quoted(desired.get("template").textValue()));
    }
    return List.of(sql.toString());
  }

  @Override
  List<String> changing(JsonNode there, @Nullable JsonNode before, JsonNode desired) {
    String alter = "ALTER DATABASE " + quoted(id(desired));
    List<String> statements = new ArrayList<>();
    if (differs("connection_limit", there, desired)) {
      statements.add(alter + " CONNECTION LIMIT " + desired.get("connection_limit").asInt());
    }
    if (differs("owner", there, desired)) {
      statements.add(alter + " OWNER TO " + quoted(desired.get("owner").textValue()));
    }
    return statements;
  }

  @Override
  List<String> dropping(JsonNode config) {
    return List.of("DROP DATABASE IF EXISTS " + quoted(id(config)));
  }

  @Override
  ObjectNode named(String importId) {
    return Json.object().put("name", importId);
  }
}
