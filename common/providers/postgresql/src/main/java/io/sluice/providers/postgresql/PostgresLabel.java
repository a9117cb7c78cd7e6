package io.sluice.providers.postgresql;

import io.sluice.provider.OperationContext;
import io.sluice.provider.ProviderFailure;
import io.sluice.provider.Session;
import io.sluice.providers.postgresql.PostgresServer.Refused;
import java.util.ArrayList;
import java.util.List;

/**
 * The tag of an object is its comment, which proves that the object is ours. Only a new object gets
 * one: a comment that a person wrote is never overwritten.
 */
enum PostgresLabel {
  DATABASE("SELECT datname, shobj_description(oid, 'pg_database') FROM pg_database"),
  ROLE("SELECT rolname, shobj_description(oid, 'pg_authid') FROM pg_roles"),
  SCHEMA("SELECT nspname, obj_description(oid, 'pg_namespace') FROM pg_namespace");

  private static final String DATABASES =
      "SELECT datname FROM pg_database WHERE datallowconn AND NOT datistemplate";

  private final String all;

  PostgresLabel(String all) {
    this.all = all;
  }

  private String one() {
    return "SELECT label FROM (" + all + ") AS named (name, label) WHERE name = ?";
  }

  /** Whether the object of this name says that it was made for this address. */
  boolean isOurs(PostgresServer server, OperationContext context, String on, String name)
      throws ProviderFailure, Refused {
    return server
        .query(context, on, one(), row -> String.valueOf(row.getString(1)), name)
        .contains(context.tag());
  }

  /** The statement that puts it on what was made. */
  String putting(OperationContext context, String name) {
    return "COMMENT ON "
        + name()
        + " "
        + PostgresServer.quoted(name)
        + " IS "
        + PostgresServer.literal(context.tag());
  }

  List<Session.Listed> list(PostgresServer server, OperationContext context, String prefix)
      throws ProviderFailure, Refused {
    if (this != SCHEMA) {
      return on(server, context, server.database(), "", prefix);
    }
    List<Session.Listed> found = new ArrayList<>();
    for (String name :
        server.query(context, server.database(), DATABASES, row -> row.getString(1))) {
      found.addAll(on(server, context, name, name + "/", prefix));
    }
    return found;
  }

  private List<Session.Listed> on(
      PostgresServer server, OperationContext context, String on, String below, String prefix)
      throws ProviderFailure, Refused {
    return server
        .query(
            context,
            on,
            all,
            row -> new Session.Listed(below + row.getString(1), String.valueOf(row.getString(2))))
        .stream()
        .filter(object -> object.tag().startsWith(prefix))
        .toList();
  }
}
