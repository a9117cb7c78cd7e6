package io.sluice.providers.postgresql;

import static io.sluice.provider.schema.AttributeSchema.computed;
import static io.sluice.provider.schema.AttributeSchema.optional;
import static io.sluice.provider.schema.AttributeSchema.required;
import static io.sluice.provider.schema.AttributeType.BOOL;
import static io.sluice.provider.schema.AttributeType.INTEGER;
import static io.sluice.provider.schema.AttributeType.STRING;
import static io.sluice.providers.postgresql.PostgresServer.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.RepeatClass;
import io.sluice.model.json.Json;
import io.sluice.provider.OperationContext;
import io.sluice.provider.ProviderFailure;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.Repeats;
import io.sluice.provider.schema.TypeSchema;
import io.sluice.providers.postgresql.PostgresServer.Refused;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** {@code postgresql_role}. Its password can be set, and never read. */
final class PostgresRole extends PostgresType {
  private static final Map<String, String> WORDS =
      new TreeMap<>(
          Map.of(
              "login", "LOGIN",
              "superuser", "SUPERUSER",
              "create_database", "CREATEDB",
              "create_role", "CREATEROLE",
              "replication", "REPLICATION"));

  static final TypeSchema SCHEMA =
      TypeSchema.resource(
              "postgresql_role",
              "A role: a user or a group.",
              Repeats.all(RepeatClass.BY_NAME),
              required("name", STRING).replaces().describedAs("Its name."),
              optional("password", STRING)
                  .asSensitive()
                  .describedAs(
                      "The password to log in with. Omitted, it stays as it is; an empty text"
                          + " removes it."),
              flag("login", "Whether it may log in."),
              flag("superuser", "Whether it may do everything."),
              flag("create_database", "Whether it may create databases."),
              flag("create_role", "Whether it may create roles."),
              flag("replication", "Whether it may replicate."),
              optional("connection_limit", INTEGER)
                  .defaultsTo(-1)
                  .describedAs("The most connections; -1 for any number."),
              computed("id", STRING).kept().describedAs("The name."))
          .canBeImported()
          .announcesWriting();

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
    StringBuilder options = new StringBuilder(" WITH");
    WORDS.forEach(
        (name, word) -> options.append(desired.path(name).asBoolean() ? " " : " NO").append(word));
    options.append(" CONNECTION LIMIT ").append(desired.path("connection_limit").asInt(-1));
    return List.of("CREATE ROLE " + quoted(id(desired)) + options + password(desired));
  }

  /**
   * The password can't be read: it is set when it is configured and is not the one that was set
   * before. One that the configuration doesn't name is left alone; an empty one takes it away.
   */
  @Override
  List<String> changing(JsonNode there, @Nullable JsonNode before, JsonNode desired) {
    StringBuilder options = new StringBuilder();
    WORDS.forEach(
        (name, word) -> {
          if (differs(name, there, desired)) {
            options.append(desired.path(name).asBoolean() ? " " : " NO").append(word);
          }
        });
    if (differs("connection_limit", there, desired)) {
      options.append(" CONNECTION LIMIT ").append(desired.get("connection_limit").asInt());
    }
    if (before == null || !Json.same(before.path("password"), desired.path("password"))) {
      options.append(password(desired));
    }
    return options.isEmpty()
        ? List.of()
        : List.of("ALTER ROLE " + quoted(id(desired)) + " WITH" + options);
  }

  private static String password(JsonNode desired) {
    if (!desired.hasNonNull("password")) {
      return "";
    }
    String password = desired.get("password").textValue();
    return " PASSWORD " + (password.isEmpty() ? "NULL" : PostgresServer.literal(password));
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
