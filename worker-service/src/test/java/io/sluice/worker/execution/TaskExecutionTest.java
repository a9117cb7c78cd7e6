package io.sluice.worker.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.substitution.Expressions;
import io.sluice.model.Action;
import io.sluice.model.ErrorClass;
import io.sluice.model.RepeatClass;
import io.sluice.model.json.Json;
import io.sluice.model.message.InboxMessage;
import io.sluice.model.message.Task;
import io.sluice.provider.Cancellation;
import io.sluice.provider.Outcome;
import io.sluice.provider.ProviderRegistry;
import io.sluice.provider.RootDirectory;
import io.sluice.provider.secret.SecretSource;
import io.sluice.provider.workspace.Workspaces;
import io.sluice.seal.Keyring;
import io.sluice.seal.Sealer;
import io.sluice.worker.Tasks;
import io.sluice.worker.secret.Environment;
import io.sluice.worker.secret.SealedVault;
import io.sluice.worker.throttling.Guard;
import io.sluice.worker.throttling.ProviderGuards;
import io.sluice.worker.throttling.ThrottleSettings;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TaskExecutionTest {
  private static final String CANARY = "canary-Pa55word-91";

  @TempDir private Path directory;
  private final ThingProvider things = new ThingProvider();
  private final Keyring keyring = Keyring.of(new byte[32], "a test");
  private final ProviderGuards guards = new ProviderGuards(ThrottleSettings.DEFAULT, () -> 1);
  private TaskExecution execution;

  @BeforeEach
  void prepare() throws Exception {
    prepare(new Environment(Map.of("SECRET", CANARY), "w1", Instant.parse("2026-01-01T00:00:00Z")));
  }

  private void prepare(Environment environment) throws Exception {
    execution =
        new TaskExecution(
            ProviderRegistry.of(things),
            Executions.noPlugins(directory),
            new Sessions(),
            guards,
            new SealedVault(keyring),
            environment,
            (task, openings) -> Expressions.NONE,
            RootDirectory.open(directory),
            Duration.ofSeconds(10),
            HttpClient.newHttpClient(),
            task -> Workspaces.NONE);
  }

  @Test
  void tellsWhatWasMadeAndKeepsTheConfigurationUnsubstituted() {
    InboxMessage.Result result =
        run(Tasks.withValue("{'name':'${other.id}!'}", "other.id", Json.toTree("o-7")));

    assertThat(result.outcome()).isEqualTo(io.sluice.model.message.Outcome.OK);
    assertThat(result.attributes()).isEqualTo(Tasks.json("{'name':'o-7!'}"));
    assertThat(result.desired()).isEqualTo(Tasks.json("{'name':'${other.id}!'}"));
  }

  @Test
  void sealsEveryPathThatAVariableWentInto() {
    InboxMessage.Result result = run(Tasks.create(RepeatClass.PURE, "{'name':'user:${SECRET}'}"));

    assertThat(result.sensitivePaths()).containsExactly("/name");
    assertThat(told(result)).doesNotContain(CANARY);
    assertThat(keyring.opener().openAll("shop", result.attributes()))
        .isEqualTo(Tasks.json("{'name':'user:" + CANARY + "'}"));
  }

  @Test
  void sealsASecretThatComesBackSomewhereElse() {
    things.creates.add(
        new Outcome.Done("thing-1", Tasks.json("{'name':'x','echo':'said " + CANARY + "'}")));

    InboxMessage.Result result = run(Tasks.create(RepeatClass.PURE, "{'name':'${SECRET}'}"));

    assertThat(result.sensitivePaths()).containsExactly("/echo", "/name");
    assertThat(told(result)).doesNotContain(CANARY);
  }

  @Test
  void opensSealedValuesAndSealsWhatTheyWentInto() {
    var sealed = keyring.sealer().seal("shop", "thing.b/name", Json.toTree(CANARY));
    InboxMessage.Result result = run(Tasks.withValue("{'name':'${b.name}'}", "b.name", sealed));

    assertThat(things.calls).containsExactly("create {\"name\":\"" + CANARY + "\"}");
    assertThat(Sealer.isSealed(result.attributes().path("name"))).isTrue();
    assertThat(told(result)).doesNotContain(CANARY);
  }

  @Test
  void takesSecretsOutOfErrors() {
    things.creates.add(Outcome.permanent("NO", "the server said: bad password " + CANARY));

    InboxMessage.Result result = run(Tasks.create(RepeatClass.PURE, "{'name':'${SECRET}'}"));

    assertThat(result.error().message())
        .isEqualTo("the server said: bad password (sensitive value)");
  }

  @Test
  void takesOutOfErrorsWhatASealedTextWasMadeOf() {
    JsonNode config =
        keyring
            .sealer()
            .knowing(Set.of(CANARY))
            .sealPaths(
                "shop",
                "thing.a",
                Tasks.json("{'name':'echo oops " + CANARY + " >&2'}"),
                List.of("/name"));
    things.creates.add(Outcome.permanent("EXIT", "exit code 3: oops " + CANARY));

    assertThat(run(Tasks.hiding(config, List.of("/name"))).error().message())
        .isEqualTo("exit code 3: oops (sensitive value)");

    InboxMessage.Result made = run(Tasks.hiding(config, List.of("/name")));
    assertThat(keyring.opener().parts("shop", made.attributes()))
        .as("for when it is deleted")
        .containsExactly(CANARY);
  }

  @Test
  void namesTheVariableTheWorkerAndSinceWhenItRuns() {
    InboxMessage.Result result = run(Tasks.create(RepeatClass.PURE, "{'name':'${ABSENT}'}"));

    assertThat(result.error().errorClass()).isEqualTo(ErrorClass.PERMANENT);
    assertThat(result.error().message())
        .contains("${ABSENT}", "worker w1", "running since 2026-01-01T00:00:00Z");
    assertThat(things.calls).isEmpty();
  }

  @Test
  void repeatsOnlyWhatIsCertainlyNotDoneAndWithinItsBudget() {
    things.creates.add(Outcome.transientFailure("REFUSED", "connection refused"));
    things.creates.add(Outcome.throttled("slow down", Duration.ofMillis(1)));

    InboxMessage.Result result = run(Tasks.create(RepeatClass.PURE, "{}"));

    assertThat(result.outcome()).isEqualTo(io.sluice.model.message.Outcome.OK);
    assertThat(result.calls()).isEqualTo(3);
  }

  @Test
  void neverRepeatsALostReply() {
    things.creates.add(new Outcome.InDoubt("CUT", "the connection was cut"));

    InboxMessage.Result result = run(Tasks.create(RepeatClass.TOKEN, "{}"));

    assertThat(result.outcome()).isEqualTo(io.sluice.model.message.Outcome.IN_DOUBT);
    assertThat(things.calls).hasSize(1);
  }

  @Test
  void searchesBeforeItCreatesAgain() {
    things.found = new Outcome.Done("thing-9", Tasks.json("{'name':'n'}"));

    InboxMessage.Result result = run(Tasks.recovering(RepeatClass.SEARCH, "{'name':'n'}"));

    assertThat(things.calls).containsExactly("find token-1");
    assertThat(result.id()).isEqualTo("thing-9");
  }

  @Test
  void adoptsWhatIsFoundAtOnceAndMakesItAnewOnlyWhenNotFoundProvesSomething() {
    Instant later = Instant.now().plus(Duration.ofMinutes(5));
    things.found = new Outcome.Gone();
    assertThat(tell(Tasks.searching(later, "{'name':'n'}")))
        .isInstanceOfSatisfying(
            InboxMessage.Deferred.class,
            deferred ->
                assertThat(Duration.between(deferred.until(), later).abs())
                    .isLessThan(Duration.ofSeconds(10)));
    assertThat(things.calls).containsExactly("find token-1");

    things.found = new Outcome.Done("thing-9", Tasks.json("{'name':'n'}"));
    assertThat(run(Tasks.searching(later, "{'name':'n'}")).id()).isEqualTo("thing-9");

    things.found = new Outcome.Gone();
    run(Tasks.searching(Instant.now().minusMillis(1), "{'name':'n'}"));
    assertThat(things.calls).contains("create {\"name\":\"n\"}");
  }

  @Test
  void completesAnAdoptedObjectByAnUpdate() {
    things.found = new Outcome.Done("thing-9", Tasks.json("{'name':'old'}"));
    things.there = new Outcome.Done("thing-9", Tasks.json("{'name':'n'}"));

    run(Tasks.recovering(RepeatClass.SEARCH, "{'name':'n'}"));

    assertThat(things.calls)
        .containsExactly("find token-1", "update thing-9 {\"name\":\"n\"}", "read thing-9");
  }

  @Test
  void callsNothingWhenAnUpdateIsEqualAfterSubstitution() {
    InboxMessage.Result result =
        run(Tasks.of(Action.UPDATE, "{'name':'n'}", "{'name':'n','echo':'e'}", false));

    assertThat(result.unchanged()).isTrue();
    assertThat(things.calls).isEmpty();
  }

  @Test
  void readsBeforeItUpdatesInDoubt() {
    things.there = new Outcome.Done("thing-1", Tasks.json("{'name':'n'}"));

    InboxMessage.Result result =
        run(Tasks.of(Action.UPDATE, "{'name':'n'}", "{'name':'old'}", true));

    assertThat(things.calls).containsExactly("read thing-1");
    assertThat(result.unchanged()).isFalse();
  }

  @Test
  void readsBeforeItUpdatesAndTellsWhatIsGone() {
    InboxMessage.Result result =
        run(Tasks.of(Action.UPDATE, "{'name':'n'}", "{'name':'old'}", false));

    assertThat(things.calls).containsExactly("read thing-1");
    assertThat(result.error().code().wire()).isEqualTo("GONE");
  }

  @Test
  void looksUntilReadsShowWhatWasMade() {
    things.reads.add(new Outcome.Gone());
    things.reads.add(new Outcome.Done("thing-1", Tasks.json("{'name':'older'}")));
    things.there = new Outcome.Done("thing-1", Tasks.json("{'name':'n','echo':'e'}"));

    InboxMessage.Result result = run(Tasks.create(RepeatClass.BY_NAME, "{'name':'n'}"));

    assertThat(things.calls)
        .containsExactly("create {\"name\":\"n\"}", "read thing-1", "read thing-1", "read thing-1");
    assertThat(result.attributes()).isEqualTo(Tasks.json("{'name':'n','echo':'e'}"));
  }

  @Test
  void looksUntilADeletedObjectIsGone() {
    things.reads.add(new Outcome.Done("thing-1", Tasks.json("{'name':'n'}")));

    InboxMessage.Result result = run(Tasks.of(Action.DELETE, "{}", "{}", false));

    assertThat(things.calls).containsExactly("delete thing-1", "read thing-1", "read thing-1");
    assertThat(result.outcome()).isEqualTo(io.sluice.model.message.Outcome.OK);
  }

  @Test
  void defersWhatTheProviderAskedToDoMuchLater() {
    things.creates.add(Outcome.throttled("slow down", Duration.ofSeconds(20)));

    InboxMessage told = tell(Tasks.create(RepeatClass.NONE, "{}"));

    assertThat(told)
        .isInstanceOfSatisfying(
            InboxMessage.Deferred.class,
            deferred ->
                assertThat(deferred.until()).isAfter(Instant.now().plus(Duration.ofSeconds(15))));
    assertThat(things.calls).hasSize(1);
  }

  @Test
  void opensTheBreakerOfAProviderThatAlwaysFailsAndSparesTheOthers() {
    List<InboxMessage> told = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      things.creates.add(new Outcome.InDoubt("HTTP_500", "status 500"));
      told.add(tell(Tasks.create(RepeatClass.TOKEN, "{}")));
    }

    assertThat(things.calls).hasSize(20);
    assertThat(told.subList(20, 60))
        .allSatisfy(
            message ->
                assertThat(((InboxMessage.Deferred) message).reason())
                    .isEqualTo(
                        "provider things: its circuit breaker is open since 50 % of 20 calls"
                            + " failed"));
    assertThat(guards.standings().getFirst().breaker()).isEqualTo("open");
    things.creates.clear();
    InboxMessage.Result other = run(Tasks.through("things.other", "{'region':'west'}", "{}"));
    assertThat(other.outcome()).isEqualTo(io.sluice.model.message.Outcome.OK);
    assertThat(guards.standings())
        .extracting(Guard.Standing::provider, Guard.Standing::breaker)
        .containsExactly(tuple("things", "open"), tuple("things.other", "closed"));
  }

  @Test
  void cancelsACallWhoseTimeIsUp() {
    things.creationLasts = Duration.ofMinutes(1);
    long began = System.nanoTime();

    InboxMessage.Result result =
        run(Tasks.within(Map.of("create", "150ms", "update", "1h"), "{'name':'n'}"));

    assertThat(things.timesLeft)
        .singleElement()
        .satisfies(left -> assertThat(left).isLessThanOrEqualTo(Duration.ofMillis(150)));
    assertThat(result.outcome()).isEqualTo(io.sluice.model.message.Outcome.IN_DOUBT);
    assertThat(told(result)).contains("the time-out has passed");
    assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(10));
  }

  @Test
  void substitutesAProvidersConfigurationAndShowsItsSecretsToNoOne() {
    things.creates.add(Outcome.permanent("NO", "bad key " + CANARY));

    InboxMessage.Result result = run(Tasks.through("things", "{'key':'${SECRET}'}", "{}"));

    assertThat(things.configurations).containsExactly(Tasks.json("{'key':'" + CANARY + "'}"));
    assertThat(told(result)).contains("bad key (sensitive value)").doesNotContain(CANARY);
  }

  @Test
  void repeatsNothingWhenASecretSourceIsSilent() throws Exception {
    SecretSource silent =
        new SecretSource() {
          @Override
          public Optional<String> read(String name) throws Unavailable {
            throw new Unavailable("http://vault does not answer");
          }

          @Override
          public String describe() {
            return "http://vault";
          }
        };
    prepare(new Environment(silent, "w1", Instant.EPOCH));

    InboxMessage.Result result = run(Tasks.create(RepeatClass.NONE, "{'name':'${SECRET}'}"));

    assertThat(result.error().errorClass()).isEqualTo(ErrorClass.TRANSIENT);
    assertThat(result.error().message()).isEqualTo("${SECRET}: http://vault does not answer");
    assertThat(things.calls).isEmpty();
  }

  @Test
  void takesGoneForDoneWhenItDeletes() {
    InboxMessage.Result result = run(Tasks.of(Action.DELETE, "{}", "{}", true));

    assertThat(things.calls).containsExactly("read thing-1");
    assertThat(result.outcome()).isEqualTo(io.sluice.model.message.Outcome.OK);
  }

  @Test
  void stillTellsTheIdOfWhatIsTooLargeToTravel() {
    things.creates.add(
        new Outcome.Done("thing-1", Json.object().put("echo", "x".repeat(900 * 1024))));

    InboxMessage.Result result = run(Tasks.create(RepeatClass.PURE, "{}"));

    assertThat(result.outcome()).isEqualTo(io.sluice.model.message.Outcome.FAILED);
    assertThat(result.error().code().wire()).isEqualTo("RESULT_TOO_LARGE");
    assertThat(result.id()).isEqualTo("thing-1");
  }

  @Test
  void refusesAConfigurationThatTurnsOutWrongOnceItIsSubstituted() {
    InboxMessage.Result result =
        run(Tasks.withValue("{'name':'${b.list}'}", "b.list", Tasks.json("[1,2]")));

    assertThat(result.error().code().wire()).isEqualTo("INVALID_CONFIG");
    assertThat(things.calls).isEmpty();
  }

  private InboxMessage.Result run(Task task) {
    return (InboxMessage.Result) tell(task);
  }

  private InboxMessage tell(Task task) {
    return execution.execute(task, "w1-1", new Cancellation(), () -> true);
  }

  private static String told(InboxMessage.Result result) {
    return new String(Json.encode(result), StandardCharsets.UTF_8);
  }
}
