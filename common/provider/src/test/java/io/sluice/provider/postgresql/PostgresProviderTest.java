package io.sluice.provider.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.ErrorClass;
import io.sluice.model.json.Json;
import io.sluice.provider.Prior;
import io.sluice.provider.Provider;
import io.sluice.provider.Session;
import io.sluice.provider.contract.PostgresServerProcess;
import io.sluice.provider.contract.ResourceContract;
import io.sluice.provider.schema.SchemaDiff;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class PostgresProviderTest {
  private static @Nullable PostgresServerProcess server;

  @BeforeAll
  static void start() throws Exception {
    server = PostgresServerProcess.start().orElse(null);
    assumeThat(server).as("a PostgreSQL server can be started here (initdb, pg_ctl)").isNotNull();
  }

  @AfterAll
  static void stop() throws Exception {
    if (server != null) {
      server.close();
    }
  }

  abstract static class OnPostgres extends ResourceContract {
    @Override
    protected Provider provider() {
      return new PostgresProvider();
    }

    @Override
    protected JsonNode configuration() {
      return Json.object().put("host", "127.0.0.1").put("port", server.port());
    }

    String unique() {
      return "It's " + directory.getFileName();
    }

    /** Of the types whose objects can have a comment. */
    void assertIsListedByItsTag() {
      String id = done(create()).id();
      String tag = calls.fresh().tag();
      assertThat(session.list(calls.fresh(), type(), "sluice:"))
          .contains(new Session.Listed(id, tag));
      assertThat(session.list(calls.fresh(), type(), "sluice:elsewhere/")).isEmpty();
    }

    ObjectNode config(String json) {
      return json(json).<ObjectNode>deepCopy().put("name", unique());
    }
  }

  @Nested
  class Database extends OnPostgres {
    @Override
    protected String type() {
      return "postgresql_database";
    }

    @Override
    protected JsonNode desired() {
      return config("{'connection_limit':5}");
    }

    @Override
    protected Optional<JsonNode> changed() {
      return Optional.of(config("{'connection_limit':7}"));
    }

    @Override
    protected Optional<JsonNode> failing() {
      return Optional.of(config("{'owner':'nobody at all'}"));
    }

    @Test
    void isFoundAgainByItsTag() {
      assertIsListedByItsTag();
    }

    @Override
    protected Set<String> unknownAfterImport() {
      return Set.of("owner", "encoding");
    }
  }

  @Nested
  class Role extends OnPostgres {
    @Override
    protected String type() {
      return "postgresql_role";
    }

    @Override
    protected JsonNode desired() {
      return config("{'login':true,'password':'hunter2\\\\\\\\o','connection_limit':3}");
    }

    @Override
    protected Optional<JsonNode> changed() {
      return Optional.of(config("{'login':false,'create_database':true}"));
    }

    @Test
    void isFoundAgainByItsTag() {
      assertIsListedByItsTag();
    }

    @Override
    protected Set<String> unknownAfterImport() {
      return Set.of("password");
    }

    @Override
    protected Optional<JsonNode> failing() {
      return Optional.of(json("{'name':'pg_reserved','password':'canary-5678'}"));
    }

    @Override
    protected List<String> canaries() {
      return List.of("canary-5678");
    }

    @Test
    void aChangeFromOutsideShowsAsDrift() throws Exception {
      Prior prior = prior(create());
      PostgresServer.of(configuration(), java.util.Map.of())
          .execute(
              calls.fresh(),
              "postgres",
              List.of("ALTER ROLE " + PostgresServer.quoted(unique()) + " NOLOGIN"));
      JsonNode read = done(session.read(calls.fresh(), type(), prior)).attributes();
      assertThat(SchemaDiff.drift(schema(), desired(), read)).containsExactly("/login");
    }
  }

  @Nested
  class Schema extends OnPostgres {
    @Override
    protected String type() {
      return "postgresql_schema";
    }

    @Override
    protected JsonNode desired() {
      return config("{'database':'postgres'}");
    }

    @Test
    void isFoundAgainByItsTag() {
      assertIsListedByItsTag();
    }

    @Override
    protected Set<String> unknownAfterImport() {
      return Set.of("owner");
    }
  }

  @Nested
  class Extension extends OnPostgres {
    @Override
    protected String type() {
      return "postgresql_extension";
    }

    @Override
    protected JsonNode desired() {
      return json("{'database':'template1','name':'pg_trgm'}");
    }

    @org.junit.jupiter.api.BeforeEach
    void withTheExtensionsOfTheContribPackage() throws Exception {
      assumeThat(
              PostgresServer.of(configuration(), java.util.Map.of())
                  .query(
                      calls.fresh(),
                      "template1",
                      "SELECT 1 FROM pg_available_extensions WHERE name = 'pg_trgm'",
                      row -> row.getInt(1)))
          .as("pg_trgm can be installed here")
          .isNotEmpty();
      session.delete(calls.fresh(), type(), new Prior("template1/pg_trgm", desired()));
    }
  }

  @Nested
  class Grant extends OnPostgres {
    @Override
    protected String type() {
      return "postgresql_grant";
    }

    @Override
    protected JsonNode desired() {
      if (session != null) {
        session.create(
            calls.fresh(),
            "postgresql_role",
            Json.object().put("name", unique()).put("connection_limit", -1));
      }
      return grant("['TEMPORARY','CONNECT']");
    }

    @Override
    protected Optional<JsonNode> changed() {
      return Optional.of(grant("['CREATE']"));
    }

    private JsonNode grant(String privileges) {
      return json("{'database':'postgres','privileges':" + privileges + "}")
          .<ObjectNode>deepCopy()
          .put("role", unique());
    }
  }

  @Test
  void aServerThatIsNotThereIsCertainlyNotDone() {
    var configured =
        (Provider.Configured.Ready)
            new PostgresProvider().configure(Json.object().put("host", "127.0.0.1").put("port", 1));
    var failed =
        ResourceContract.failed(
            configured
                .session()
                .create(
                    new io.sluice.provider.contract.Calls(java.nio.file.Path.of("/tmp")).fresh(),
                    "postgresql_schema",
                    Json.object().put("database", "x").put("name", "y")));
    assertThat(failed.errorClass()).isEqualTo(ErrorClass.TRANSIENT);
  }
}
