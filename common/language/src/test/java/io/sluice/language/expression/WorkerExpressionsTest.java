package io.sluice.language.expression;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.sluice.language.function.FileAccess;
import io.sluice.language.function.Function;
import io.sluice.language.function.Moment;
import io.sluice.language.function.ProviderFunctions;
import io.sluice.language.function.library.DerivedMoment;
import io.sluice.language.function.library.Functions;
import io.sluice.language.substitution.Escape;
import io.sluice.language.substitution.Given;
import io.sluice.language.substitution.Openings;
import io.sluice.language.substitution.Substituted;
import io.sluice.language.substitution.Substitution;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.model.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WorkerExpressionsTest {
  private static final Moment WORKER =
      new Moment() {
        @Override
        public Optional<String> timestamp() {
          return Optional.of("2026-01-02T03:04:05Z");
        }

        @Override
        public Optional<String> planTimestamp() {
          return Optional.of("2026-01-02T03:04:00Z");
        }

        @Override
        public Optional<String> uuid() {
          return Optional.of("46b4909d-cc84-4033-a51e-87db069d7cb3");
        }

        @Override
        public Optional<byte[]> salt() {
          return Optional.of(new byte[16]);
        }

        @Override
        public boolean hasEnvironment() {
          return true;
        }

        @Override
        public Optional<String> environment(String name) {
          return name.equals("TOKEN") ? Optional.of("s3cret") : Optional.empty();
        }
      };

  private static Substituted substitute(String config, Given given) throws Exception {
    var expressions =
        new WorkerExpressions(
            Functions.all(),
            FileTemplates.context(Functions.all(), FileAccess.NONE, WORKER),
            providers ->
                (provider, name) ->
                    providers.containsKey(provider)
                        ? new ProviderFunctions.Known(
                            Function.named(name)
                                .with("text", Types.STRING)
                                .does(
                                    (arguments, type, context) ->
                                        Value.of(
                                            providers.get(provider).version()
                                                + arguments.getFirst().asText())),
                            providers.get(provider))
                        : new ProviderFunctions.NoProvider(),
            (address, form, values) ->
                form.has("key")
                    ? new Openings.Open(
                        ObjectValue.of(
                            Map.of("token", Value.of("token of " + form.path("key").asText()))))
                    : new Openings.Failed(address + " has no key"));
    return Substitution.substitute(
        Json.mapper().readTree(config.replace('\'', '"')),
        given,
        name -> Optional.empty(),
        expressions);
  }

  private static Given given(String json, boolean sensitive) throws Exception {
    return new Given(
        Map.of("web.tags", new Given.Entry(Json.mapper().readTree(json), sensitive)), Map.of());
  }

  @Test
  void opensWhatIsEphemeralAndHidesWhatIsMadeOfIt() throws Exception {
    String plain =
        "{'a': {'$expr': 'upper(ephemeral.vault.k[0].token)', 'refs': [],"
            + " 'ephemerals': {'ephemeral.vault.k[0]': FORM}}}";

    assertThat(substitute(plain.replace("FORM", "{'key': 'x'}"), Given.NOTHING))
        .isEqualTo(
            new Substituted.Resolved(
                Json.mapper().readTree("{\"a\": \"TOKEN OF X\"}"), List.of("/a")));
    assertThat(substitute(plain.replace("FORM", "{}"), Given.NOTHING))
        .isInstanceOfSatisfying(
            Substituted.Unresolved.class,
            failed -> assertThat(failed.message()).contains("ephemeral.vault.k[0] has no key"));
  }

  @Test
  void evaluatesWithTheValuesOfTheTask() throws Exception {
    Substituted outcome =
        substitute(
            "{'v': {'$expr': '[for k, v in web.tags : k if v > 1]', 'refs': ['web.tags']}}",
            given("{\"a\":1,\"b\":2}", false));
    assertThat(outcome)
        .isEqualTo(new Substituted.Resolved(Json.mapper().readTree("{\"v\":[\"b\"]}"), List.of()));
  }

  @Test
  void listsThePathOfWhatAVariableOfTheWorkerWentInto() throws Exception {
    Substituted outcome =
        substitute(
            "{'v': {'$expr': 'upper(worker_env(\\\"TOKEN\\\"))', 'refs': []}}", Given.NOTHING);
    assertThat(outcome)
        .isEqualTo(
            new Substituted.Resolved(
                JsonNodeFactory.instance.objectNode().put("v", "S3CRET"), List.of("/v")));
  }

  @Test
  void namesAVariableThatIsNotThere() throws Exception {
    Substituted outcome =
        substitute("{'v': {'$expr': 'worker_env(\\\"NOPE\\\")', 'refs': []}}", Given.NOTHING);
    assertThat(((Substituted.Unresolved) outcome).detail()).contains("no variable NOPE");
  }

  @Test
  void neverQuotesASensitiveValueInAnError() throws Exception {
    Substituted outcome =
        substitute(
            "{'v': {'$expr': 'parseint(web.tags, 10)', 'refs': ['web.tags']}}",
            given("\"hush\"", true));
    assertThat(outcome).isInstanceOf(Substituted.Unresolved.class);
    assertThat(outcome.toString()).doesNotContain("hush");
  }

  @Test
  void callsTheFunctionsOfTheProvidersThatTheExpressionNames() throws Exception {
    String named =
        "{'v': {'$expr': 'provider::aws::mix(web.tags)', 'refs': ['web.tags'],"
            + " 'providers': {'aws': {'source': 'example.com/acme/aws', 'version': '1.2.3'}}}}";
    assertThat(substitute(named, given("\"x\"", false)))
        .isEqualTo(
            new Substituted.Resolved(
                JsonNodeFactory.instance.objectNode().put("v", "1.2.3x"), List.of()));
    assertThat(substitute(named.replace("provider::aws", "provider::other"), given("\"x\"", false)))
        .isInstanceOf(Substituted.Unresolved.class);
    assertThat(substitute(named.replace("{'source'", "7, 'x': {'source'"), given("\"x\"", false)))
        .isInstanceOf(Substituted.Unresolved.class);
  }

  @Test
  void refusesWhatIsNotHandedToIt() throws Exception {
    Substituted outcome = substitute("{'v': {'$expr': 'db.port + 1', 'refs': []}}", Given.NOTHING);
    assertThat(((Substituted.Unresolved) outcome).detail()).contains("db.port");
  }

  @Test
  void dataThatLooksLikeAnExpressionComesBackAsData() throws Exception {
    var data =
        Json.mapper()
            .readTree("{\"$expr\": \"worker_env(\\\"TOKEN\\\")\", \"x\": \"${HOME} \\\\ \\n\"}");
    Substituted outcome = substitute(Escape.tree(data).toString(), Given.NOTHING);
    assertThat(outcome).isEqualTo(new Substituted.Resolved(data, List.of()));
  }

  @Test
  void whatDiffersFromRunToRunIsUnknownWhenPlanningAndTheRunsInTheWorker() {
    for (String call : List.of("timestamp()", "uuid()", "bcrypt(\"a\")", "plantimestamp()")) {
      assertThat(Evaluations.value(call, Map.of()).isKnown()).as(call).isFalse();
      assertThat(Evaluations.value(call, Map.of(), WORKER).isKnown()).as(call).isTrue();
    }
    assertThat(Evaluations.value("bcrypt(\"a\", 4)", Map.of(), WORKER).asText())
        .startsWith("$2a$04$");
  }

  @Test
  void everyAttemptComesToTheSameIdsAndSalts() {
    for (String call : List.of("[uuid(), uuid()]", "bcrypt(\"a\", 4)")) {
      var first = Evaluations.value(call, Map.of(), moment("token-1"));
      assertThat(Evaluations.value(call, Map.of(), moment("token-1"))).isEqualTo(first);
      assertThat(Evaluations.value(call, Map.of(), moment("token-2"))).isNotEqualTo(first);
    }
    assertThat(Evaluations.value("uuid() == uuid()", Map.of(), moment("t")).isTrue()).isFalse();
  }

  private static Moment moment(String token) {
    return new DerivedMoment(token, Optional.empty(), name -> Optional.empty());
  }
}
