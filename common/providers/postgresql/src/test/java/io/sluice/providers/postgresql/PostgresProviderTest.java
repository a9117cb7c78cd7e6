package io.sluice.providers.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.ErrorClass;
import io.sluice.model.json.Json;
import io.sluice.provider.Outcome;
import io.sluice.provider.Prior;
import io.sluice.provider.Provider;
import io.sluice.provider.Session;
import io.sluice.provider.contract.ChangedOutside;
import io.sluice.provider.contract.PostgresServerProcess;
import io.sluice.provider.contract.ResourceContract;
import io.sluice.provider.schema.SchemaCheck;
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

    void sql(String... statements) throws Exception {
      PostgresServer.of(configuration(), java.util.Map.of())
          .execute(calls.fresh(), "postgres", List.of(statements));
    }

    String value(String sql, String... parameters) throws Exception {
      return PostgresServer.of(configuration(), java.util.Map.of())
          .query(
              calls.fresh(), "postgres", sql, row -> String.valueOf(row.getString(1)), parameters)
          .getFirst();
    }

    String quoted() {
      return PostgresServer.quoted(unique());
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

    @Override
    protected boolean marked() {
      return true;
    }

    /** The server died between the database and its comment. */
    @Test
    void whatTheSameOperationMadeWithoutGettingToTheMarkIsItsOwn() throws Exception {
      sql("CREATE DATABASE " + quoted() + " CONNECTION LIMIT 5");
      done(create(calls.again("cut")));
      assertIsListed();
    }

    private void assertIsListed() {
      assertThat(session.list(calls.fresh(), type(), "sluice:"))
          .contains(new Session.Listed(unique(), calls.fresh().tag()));
    }

    /** A resource that names it by chance would drop it with all that is in it. */
    @Test
    void aDatabaseThatIsThereIsNotAdopted() throws Exception {
      sql("CREATE DATABASE " + quoted());
      Outcome outcome =
          session.create(calls.fresh(), type(), SchemaCheck.conform(schema(), config("{}")));
      assertThat(failed(outcome).errorClass()).isEqualTo(ErrorClass.USER);
      assertThat(failed(outcome).message())
          .contains("sluice import 'type.name' 'It'\\''s " + directory.getFileName() + "'");
    }

    @Test
    void whatCarriesOurMarkIsAdoptedAndMadeWhole() throws Exception {
      create();
      sql("ALTER DATABASE " + quoted() + " CONNECTION LIMIT 9");
      done(create());
      assertThat(value("SELECT datconnlimit FROM pg_database WHERE datname = ?", unique()))
          .isEqualTo("5");
    }

    @Test
    void whatCarriesOurMarkAndCannotBecomeAsDesiredIsLeft() {
      create();
      assertThat(failed(create(config("{'encoding':'LATIN1'}"))).code()).isEqualTo("EXISTS");
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

    @Override
    protected boolean marked() {
      return true;
    }

    private static final String SECRET = "SELECT rolpassword FROM pg_authid WHERE rolname = ?";

    @Test
    void aRoleThatIsThereKeepsItsPasswordAndIsNotAdopted() throws Exception {
      sql("CREATE ROLE " + quoted() + " LOGIN PASSWORD 'theirs'");
      String before = value(SECRET, unique());
      for (boolean recovering : List.of(true, false)) {
        Outcome outcome =
            session.create(
                calls.of("t", recovering),
                type(),
                SchemaCheck.conform(schema(), config("{'login':true}")));
        assertThat(failed(outcome).errorClass()).isEqualTo(ErrorClass.USER);
      }
      assertThat(value(SECRET, unique())).isEqualTo(before);
    }

    @Test
    void anImportedRoleKeepsAPasswordThatIsNotConfigured() throws Exception {
      sql("CREATE ROLE " + quoted() + " LOGIN PASSWORD 'theirs'");
      String before = value(SECRET, unique());
      Prior imported = prior(done(session.importState(calls.fresh(), type(), unique())));
      JsonNode wanted =
          SchemaCheck.conform(schema(), config("{'login':true,'connection_limit':5}"));
      done(session.update(calls.fresh(), type(), imported, wanted));
      assertThat(value(SECRET, unique())).isEqualTo(before);
      assertThat(value("SELECT rolconnlimit FROM pg_roles WHERE rolname = ?", unique()))
          .isEqualTo("5");
    }

    @Test
    void aPasswordIsSetWhenItChangesAndTakenAwayByAnEmptyOne() throws Exception {
      Prior made = prior(create());
      String first = value(SECRET, unique());
      Prior same = updated(made, desired());
      assertThat(value(SECRET, unique())).as("the same one").isEqualTo(first);
      Prior other = updated(same, config("{'login':true,'password':'other'}"));
      assertThat(value(SECRET, unique())).isNotEqualTo(first);
      Prior unnamed = updated(other, config("{'login':true}"));
      assertThat(value(SECRET, unique())).isNotEqualTo("null");
      updated(unnamed, config("{'login':true,'password':''}"));
      assertThat(value(SECRET, unique())).isEqualTo("null");
    }

    private Prior updated(Prior prior, JsonNode config) {
      JsonNode wanted = SchemaCheck.conform(schema(), config);
      return prior(done(session.update(calls.fresh(), type(), prior, wanted)));
    }

    @Test
    void aChangeFromOutsideShowsWhenRead() throws Exception {
      Prior prior = prior(create());
      sql("ALTER ROLE " + quoted() + " NOLOGIN");
      JsonNode read = done(session.read(calls.fresh(), type(), prior)).attributes();
      assertThat(ChangedOutside.attributes(schema(), desired(), read)).containsExactly("login");
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

    @Override
    protected boolean marked() {
      return true;
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

    @Override
    protected String importId(Prior prior) {
      return "postgres//" + unique();
    }

    @Override
    protected Set<String> unknownAfterImport() {
      return Set.of("privileges");
    }

    /** Taking all away and giving some back leaves a moment without any. */
    @Test
    void aChangeTakesAwayOnlyWhatIsTooMuch() throws Exception {
      Prior prior = prior(create());
      String before = value(GRANTED, unique());
      JsonNode wanted = SchemaCheck.conform(schema(), grant("['TEMPORARY','CONNECT','CREATE']"));
      PostgresGrant type =
          new PostgresGrant(PostgresServer.of(configuration(), java.util.Map.of()));
      assertThat(type.changing(prior.attributes(), null, wanted))
          .singleElement()
          .asString()
          .startsWith("GRANT CREATE ON DATABASE");
      assertThat(type.changing(wanted, null, prior.attributes()))
          .singleElement()
          .asString()
          .startsWith("REVOKE CREATE ON DATABASE");
      assertThat(before).isEqualTo("CONNECT,TEMPORARY");
      done(session.update(calls.fresh(), type(), prior, wanted));
      assertThat(value(GRANTED, unique())).isEqualTo("CONNECT,CREATE,TEMPORARY");
    }

    /** What a broken statement leaves is what was there before. */
    @Test
    void aFailedChangeChangesNothing() throws Exception {
      create();
      PostgresServer server = PostgresServer.of(configuration(), java.util.Map.of());
      List<String> statements =
          List.of("REVOKE ALL ON DATABASE postgres FROM " + quoted(), "GRANT nonsense");
      assertThatThrownBy(() -> server.execute(calls.fresh(), "postgres", statements))
          .isInstanceOf(PostgresServer.Refused.class);
      assertThat(value(GRANTED, unique())).isEqualTo("CONNECT,TEMPORARY");
    }

    private static final String GRANTED =
        "SELECT string_agg(a.privilege_type, ',' ORDER BY a.privilege_type)"
            + " FROM pg_database o, aclexplode(o.datacl) a JOIN pg_roles r ON r.oid = a.grantee"
            + " WHERE o.datname = 'postgres' AND r.rolname = ?";

    private JsonNode grant(String privileges) {
      return json("{'database':'postgres','privileges':" + privileges + "}")
          .<ObjectNode>deepCopy()
          .put("role", unique());
    }
  }

  /** Only a statement that may change something makes doubt when its connection breaks. */
  @Test
  void aConnectionThatBreaksIsInDoubtOnlyAfterAWrite() throws Exception {
    PostgresServer target =
        PostgresServer.of(
            Json.object().put("host", "127.0.0.1").put("port", server.port()), java.util.Map.of());
    var calls = new io.sluice.provider.contract.Calls(java.nio.file.Path.of("/tmp"));
    assertThat(
            whenCut(
                "looks", () -> target.query(calls.fresh(), "postgres", LONG, row -> 1, "looks")))
        .isInstanceOfSatisfying(
            Outcome.Failed.class,
            failed -> assertThat(failed.errorClass()).isEqualTo(ErrorClass.TRANSIENT));
    assertThat(calls.announced()).isEmpty();
    String writes = LONG.replace("?", "'writes'");
    assertThat(
            whenCut(
                "writes",
                () -> {
                  target.execute(calls.fresh(), "postgres", List.of(writes));
                  return List.of();
                }))
        .isInstanceOf(Outcome.InDoubt.class);
  }

  private static final String LONG = "SELECT pg_sleep(20), ?";

  private static Outcome whenCut(String which, java.util.concurrent.Callable<List<?>> call)
      throws Exception {
    PostgresServer target =
        PostgresServer.of(
            Json.object().put("host", "127.0.0.1").put("port", server.port()), java.util.Map.of());
    var calls = new io.sluice.provider.contract.Calls(java.nio.file.Path.of("/tmp"));
    try (var threads = java.util.concurrent.Executors.newVirtualThreadPerTaskExecutor()) {
      var running = threads.submit(call);
      while (target
          .query(
              calls.fresh(),
              "postgres",
              "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                  + " WHERE query LIKE 'SELECT pg_sleep%' AND state = 'active'",
              row -> 1)
          .isEmpty()) {
        Thread.sleep(20);
      }
      running.get();
      throw new AssertionError(which + " was not cut");
    } catch (java.util.concurrent.ExecutionException e) {
      if (e.getCause() instanceof io.sluice.provider.ProviderFailure failure) {
        return failure.outcome();
      }
      throw e;
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
