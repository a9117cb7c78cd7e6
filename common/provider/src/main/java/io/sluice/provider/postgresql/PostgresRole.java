package io.sluice.provider.postgresql;

import static io.sluice.provider.postgresql.PostgresServer.quoted;
import static io.sluice.provider.schema.AttributeSchema.computed;
import static io.sluice.provider.schema.AttributeSchema.optional;
import static io.sluice.provider.schema.AttributeSchema.required;
import static io.sluice.provider.schema.AttributeType.BOOL;
import static io.sluice.provider.schema.AttributeType.INTEGER;
import static io.sluice.provider.schema.AttributeType.STRING;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.RepeatClass;
import io.sluice.model.json.Json;
import io.sluice.provider.OperationContext;
import io.sluice.provider.ProviderFailure;
import io.sluice.provider.postgresql.PostgresServer.Refused;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.Repeats;
import io.sluice.provider.schema.TypeSchema;
import java.util.List;
import java.util.Optional;

/** {@code postgresql_role}. Its password can be set, and never read. */
final class PostgresRole extends PostgresType {
  static final TypeSchema SCHEMA =
      TypeSchema.resource(
              "postgresql_role",
              "A role: a user or a group.",
              Repeats.all(RepeatClass.BY_NAME),
              required("name", STRING).replaces().describedAs("Its name."),
              optional("password", STRING).asSensitive().describedAs("To log in with."),
              flag("login", "It may log in."),
              flag("superuser", "It may do everything."),
              flag("create_database", "It may make databases."),
              flag("create_role", "It may make roles."),
              flag("replication", "It may replicate."),
              optional("connection_limit", INTEGER)
                  .defaultsTo(-1)
                  .describedAs("How many connections; -1 for any number."),
              computed("id", STRING).kept().describedAs("The name."))
          .canBeImported();

  PostgresRole(PostgresServer server) {
    super(server, SCHEMA);
  }

  private static AttributeSchema flag(String name, String description) {
    return optional(name, BOOL).defaultsTo(false).describedAs(description);
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
            "SELECT rolcanlogin, rolsuper, rolcreatedb, rolcreaterole, rolreplication,"
                + " rolconnlimit FROM pg_roles WHERE rolname = ?",
            row ->
                Json.object()
                    .put("login", row.getBoolean(1))
                    .put("superuser", row.getBoolean(2))
                    .put("create_database", row.getBoolean(3))
                    .put("create_role", row.getBoolean(4))
                    .put("replication", row.getBoolean(5))
                    .put("connection_limit", row.getInt(6)),
            id(config)));
  }

  @Override
  PostgresLabel label() {
    return PostgresLabel.ROLE;
  }

  @Override
  List<String> creating(JsonNode desired) {
    return List.of("CREATE ROLE " + quoted(id(desired)) + options(desired));
  }

  @Override
  List<String> changing(JsonNode there, JsonNode desired) {
    return List.of("ALTER ROLE " + quoted(id(desired)) + options(desired));
  }

  private static String options(JsonNode desired) {
    return " WITH"
        + option(desired, "login", "LOGIN")
        + option(desired, "superuser", "SUPERUSER")
        + option(desired, "create_database", "CREATEDB")
        + option(desired, "create_role", "CREATEROLE")
        + option(desired, "replication", "REPLICATION")
        + " CONNECTION LIMIT "
        + desired.get("connection_limit").asInt()
        + " PASSWORD "
        + (desired.has("password")
            ? PostgresServer.literal(desired.get("password").textValue())
            : "NULL");
  }

  private static String option(JsonNode desired, String name, String word) {
    return (desired.path(name).asBoolean() ? " " : " NO") + word;
  }

  @Override
  List<String> dropping(JsonNode config) {
    return List.of("DROP ROLE IF EXISTS " + quoted(id(config)));
  }

  @Override
  ObjectNode named(String importId) {
    return Json.object().put("name", importId);
  }
}
