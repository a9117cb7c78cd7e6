package io.sluice.providers.postgresql;

import static io.sluice.provider.schema.AttributeSchema.computed;
import static io.sluice.provider.schema.AttributeSchema.optional;
import static io.sluice.provider.schema.AttributeSchema.required;
import static io.sluice.provider.schema.AttributeType.STRING;
import static io.sluice.providers.postgresql.PostgresServer.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.RepeatClass;
import io.sluice.model.json.Json;
import io.sluice.provider.OperationContext;
import io.sluice.provider.ProviderFailure;
import io.sluice.provider.schema.AttributeType;
import io.sluice.provider.schema.Repeats;
import io.sluice.provider.schema.TypeSchema;
import io.sluice.providers.postgresql.PostgresServer.Refused;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** {@code postgresql_grant}: all that a role may do on a database or a schema. */
final class PostgresGrant extends PostgresType {
  private static final List<String> PRIVILEGES = List.of("CONNECT", "CREATE", "TEMPORARY", "USAGE");

  static final TypeSchema SCHEMA =
      TypeSchema.resource(
              "postgresql_grant",
              "Privileges of a role on a database, or on a schema of it.",
              Repeats.all(RepeatClass.BY_NAME),
              required("database", STRING).replaces().describedAs("The database."),
              optional("schema", STRING)
                  .replaces()
                  .describedAs("A schema of the database (default: the database itself)."),
              required("role", STRING).replaces().describedAs("The role that gets the privileges."),
              required("privileges", AttributeType.setOf(STRING))
                  .checkedBy(PostgresGrant::unknown)
                  .describedAs("CONNECT, CREATE, TEMPORARY; for a schema CREATE, USAGE."),
              computed("id", STRING).kept().describedAs("database/schema/role."))
          .canBeImported()
          .announcesAbsence();

  PostgresGrant(PostgresServer server) {
    super(server, SCHEMA);
  }

  /** The words go into statements as they are, so none but these may. */
  private static Optional<String> unknown(JsonNode privileges) {
    for (JsonNode privilege : privileges) {
      if (!PRIVILEGES.contains(privilege.asText())) {
        return Optional.of("may hold only " + String.join(", ", PRIVILEGES));
      }
    }
    return privileges.isEmpty() ? Optional.of("must not be empty") : Optional.empty();
  }

  @Override
  String id(JsonNode config) {
    return config.path("database").asText()
        + "/"
        + config.path("schema").asText("")
        + "/"
        + config.path("role").asText();
  }

  @Override
  Optional<ObjectNode> find(OperationContext context, JsonNode config)
      throws ProviderFailure, Refused {
    boolean schema = config.hasNonNull("schema");
    List<String> granted =
        server.query(
            context,
            database(config),
            schema
                ? "SELECT a.privilege_type FROM pg_namespace o, aclexplode(o.nspacl) a"
                    + " JOIN pg_roles r ON r.oid = a.grantee WHERE o.nspname = ? AND r.rolname = ?"
                : "SELECT a.privilege_type FROM pg_database o, aclexplode(o.datacl) a"
                    + " JOIN pg_roles r ON r.oid = a.grantee WHERE o.datname = ? AND r.rolname = ?",
            row -> row.getString(1),
            config.get(schema ? "schema" : "database").asText(),
            config.get("role").asText());
    if (granted.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(Json.object().set("privileges", ordered(granted, config)));
  }

  /** In the order of the configuration, as far as that goes: a set has none. */
  private static ArrayNode ordered(List<String> granted, JsonNode config) {
    ArrayNode ordered = Json.mapper().createArrayNode();
    TreeSet<String> left = new TreeSet<>(granted);
    for (JsonNode wanted : config.path("privileges")) {
      if (left.remove(wanted.asText())) {
        ordered.add(wanted.asText());
      }
    }
    left.forEach(ordered::add);
    return ordered;
  }

  @Override
  List<String> creating(JsonNode desired) {
    return List.of(granting(words(desired, List.of()), desired));
  }

  /** Only what is missing is granted, and only what is too much is taken away. */
  @Override
  List<String> changing(JsonNode there, @Nullable JsonNode before, JsonNode desired) {
    List<String> has = new ArrayList<>();
    there.path("privileges").forEach(privilege -> has.add(privilege.asText()));
    List<String> missing = words(desired, has);
    List<String> tooMany = new ArrayList<>(has);
    tooMany.removeAll(words(desired, List.of()));
    List<String> statements = new ArrayList<>();
    if (!missing.isEmpty()) {
      statements.add(granting(missing, desired));
    }
    if (!tooMany.isEmpty()) {
      statements.add(
          "REVOKE " + String.join(", ", tooMany) + target(desired) + " FROM " + role(desired));
    }
    return statements;
  }

  private static String granting(List<String> words, JsonNode desired) {
    return "GRANT " + String.join(", ", words) + target(desired) + " TO " + role(desired);
  }

  private static List<String> words(JsonNode desired, List<String> without) {
    List<String> wanted = new ArrayList<>();
    desired.path("privileges").forEach(privilege -> wanted.add(privilege.asText()));
    return PRIVILEGES.stream()
        .filter(word -> wanted.contains(word) && !without.contains(word))
        .toList();
  }

  @Override
  List<String> dropping(JsonNode config) {
    return List.of("REVOKE ALL" + target(config) + " FROM " + role(config));
  }

  private static String target(JsonNode config) {
    return config.hasNonNull("schema")
        ? " ON SCHEMA " + quoted(config.get("schema").textValue())
        : " ON DATABASE " + quoted(config.get("database").textValue());
  }

  private static String role(JsonNode config) {
    return quoted(config.get("role").textValue());
  }

  @Override
  ObjectNode named(String importId) throws ProviderFailure {
    String[] parts = importId.split("/", -1);
    if (parts.length != 3 || parts[0].isEmpty() || parts[2].isEmpty()) {
      throw ProviderFailure.user(
          "BAD_ID",
          "an import id must be database/schema/role, or database//role without a schema");
    }
    ObjectNode named = Json.object().put("database", parts[0]).put("role", parts[2]);
    return parts[1].isEmpty() ? named : named.put("schema", parts[1]);
  }
}
