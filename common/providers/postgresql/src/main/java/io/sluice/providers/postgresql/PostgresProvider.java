package io.sluice.providers.postgresql;

import static io.sluice.provider.schema.AttributeSchema.optional;
import static io.sluice.provider.schema.AttributeType.INTEGER;
import static io.sluice.provider.schema.AttributeType.STRING;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.provider.Provider;
import io.sluice.provider.TypedSession;
import io.sluice.provider.schema.BlockBody;
import io.sluice.provider.schema.ProviderSchema;
import io.sluice.provider.schema.ValueCheck;
import java.util.List;

/** A PostgreSQL server as code. */
public final class PostgresProvider implements Provider {
  private static final BlockBody CONFIGURATION =
      BlockBody.of(
          optional("host", STRING)
              .describedAs("The host (default: PGHOST of the worker, else localhost)."),
          optional("port", INTEGER)
              .checkedBy(ValueCheck.between(1, 65_535))
              .describedAs("The port (default: PGPORT of the worker, else 5432)."),
          optional("username", STRING)
              .describedAs("The user (default: PGUSER of the worker, else postgres)."),
          optional("password", STRING)
              .asSensitive()
              .describedAs("The password (default: PGPASSWORD of the worker)."),
          optional("database", STRING)
              .describedAs("The database to log in to (default: postgres)."),
          optional("sslmode", STRING)
              .checkedBy(
                  ValueCheck.oneOf(
                      "disable", "allow", "prefer", "require", "verify-ca", "verify-full"))
              .describedAs("As libpq's."));

  @Override
  public String name() {
    return "postgresql";
  }

  @Override
  public ProviderSchema schema() {
    return new ProviderSchema(
        CONFIGURATION,
        List.of(
            PostgresDatabase.SCHEMA,
            PostgresRole.SCHEMA,
            PostgresSchema.SCHEMA,
            PostgresExtension.SCHEMA,
            PostgresGrant.SCHEMA));
  }

  @Override
  public Configured configure(JsonNode configuration) {
    PostgresServer server = PostgresServer.of(configuration, System.getenv());
    return new Configured.Ready(
        TypedSession.of(
                List.of(
                    new PostgresDatabase(server),
                    new PostgresRole(server),
                    new PostgresSchema(server),
                    new PostgresExtension(server),
                    new PostgresGrant(server)),
                List.of(),
                List.of(),
                () -> {})
            .behind(server::login));
  }
}
