package io.sluice.worker.execution;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.bridge.ask.OwnData;
import io.sluice.model.Action;
import io.sluice.model.CoreCode;
import io.sluice.model.ErrorClass;
import io.sluice.model.json.Json;
import io.sluice.model.message.InboxMessage.Result;
import io.sluice.model.message.Outcome;
import io.sluice.model.message.Task;
import io.sluice.model.record.RecordStatus;
import io.sluice.provider.Cancellation;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tasks of a real provider, which is a process of its own. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
final class PluginTaskTest {
  private static final String THING = "trial_thing";

  @TempDir private Path directory;
  private TrialWorker worker;

  @BeforeEach
  void start() throws Exception {
    worker = new TrialWorker(directory);
  }

  @AfterEach
  void end() {
    worker.close();
  }

  private String own(Result result) {
    JsonNode data = result.privateData();
    assertThat(data.toString()).doesNotContain("private\"");
    return new String(OwnData.of(worker.open(data)).privateBytes(), StandardCharsets.UTF_8);
  }

  private static void succeeded(Result result) {
    assertThat(result.error()).isNull();
    assertThat(result.outcome()).isEqualTo(Outcome.OK);
  }

  @Test
  void createsUpdatesAndDeletes() throws Exception {
    Result made = worker.made(THING, "{'name': 'a', 'size': 3, 'rule': [{'port': 80}]}");
    succeeded(made);
    assertThat(made.id()).isEqualTo("made-for-a");
    assertThat(made.attributes().path("revision").asInt()).isEqualTo(1);
    assertThat(made.attributes().path("rule").path(0).path("port").asInt()).isEqualTo(80);
    assertThat(made.attributes().path("note").isNull()).isTrue();
    assertThat(own(made)).isEqualTo("applied planned()");

    Task.Prior prior = TrialWorker.prior(made);
    String config = "{'name': 'a', 'note': 'n'}";
    Result updated =
        worker.run(
            worker.task(
                Action.UPDATE, THING, config, prior, worker.plan(THING, config, prior, true)));
    succeeded(updated);
    assertThat(updated.id()).isEqualTo("made-for-a");
    assertThat(updated.attributes().path("revision").asInt()).isEqualTo(2);
    assertThat(updated.attributes().path("note").asText()).isEqualTo("n");
    assertThat(own(updated)).isEqualTo("applied planned(applied planned())");

    Task.Prior last = TrialWorker.prior(updated);
    JsonNode planned = worker.plan(THING, null, last, true);
    Result deleted = worker.run(worker.task(Action.DELETE, THING, "{}", last, planned));
    succeeded(deleted);
    assertThat(deleted.attributes()).isNull();
  }

  @Test
  void deletesWithoutAPlan() throws Exception {
    Task.Prior prior = TrialWorker.prior(worker.made(THING, "{'name': 'a'}"));
    succeeded(worker.run(worker.task(Action.DELETE, THING, "{}", prior, null)));
  }

  @Test
  void isInDoubtAboutACreationWhoseAnswerCannotBeRead() throws Exception {
    Result made = worker.made(THING, "{'name': 'a', 'fault': 'apply-type'}");

    assertThat(made.outcome()).isEqualTo(Outcome.IN_DOUBT);
    assertThat(made.error().message()).contains("can't be kept", "fault of the provider");
  }

  @Test
  void bothHalvesOfAReplacementGoByOnePlan() throws Exception {
    Task.Prior prior = TrialWorker.prior(worker.made(THING, "{'name': 'a'}"));
    String config = "{'name': 'b'}";
    JsonNode planned = worker.plan(THING, config, prior, true);
    succeeded(worker.run(worker.task(Action.DELETE, THING, "{}", prior, planned)));
    Result made = worker.run(worker.task(Action.CREATE, THING, config, null, planned));
    succeeded(made);
    assertThat(made.id()).isEqualTo("made-for-b");
  }

  @Test
  void readsWhatStateKnows() throws Exception {
    Result made = worker.made(THING, "{'name': 'a', 'fault': 'drifted'}");
    Result read = worker.run(worker.task(Action.READ, THING, "{}", TrialWorker.prior(made), null));
    succeeded(read);
    assertThat(read.attributes().path("note").asText()).isEqualTo("drifted");
    assertThat(own(read)).isEqualTo("applied planned()");

    Result gone = worker.made(THING, "{'name': 'b', 'fault': 'gone'}");
    Result nothing =
        worker.run(worker.task(Action.READ, THING, "{}", TrialWorker.prior(gone), null));
    succeeded(nothing);
    assertThat(nothing.attributes()).isNull();
  }

  @Test
  void readsDataAndImports() {
    Result data = worker.run(worker.task(Action.READ, "trial_lookup", "{'key': 'k'}", null, null));
    succeeded(data);
    assertThat(data.attributes().path("value").asText()).isEqualTo("value of k");
    assertThat(data.id()).startsWith("made-by-");

    Task.Prior named =
        new Task.Prior("x", Json.object(), Json.object(), null, 0, RecordStatus.OK, null);
    Result imported = worker.run(worker.task(Action.IMPORT, "trial_named", "{}", named, null));
    succeeded(imported);
    assertThat(imported.id()).isEqualTo("made-for-x");
    OwnData own = OwnData.of(worker.open(imported.privateData()));
    assertThat(own.identity()).contains(Json.object().put("name", "x"));
    assertThat(own.identityVersion()).isEqualTo(1);
    Result missing =
        worker.run(
            worker.task(
                Action.IMPORT,
                THING,
                "{}",
                new Task.Prior(
                    "gone", Json.object(), Json.object(), null, 0, RecordStatus.OK, null),
                null));
    assertThat(missing.error().message()).contains("There is no trial_thing with the id \"gone\".");
  }

  @Test
  void whatIsSecretTravelsSealed() throws Exception {
    String config = "{'name': 'a', 'secret': '${SECRET}', 'disk': [{'label': '${SECRET}'}]}";
    Result made = worker.made(THING, config);
    succeeded(made);
    assertThat(made.sensitivePaths()).contains("/secret", "/disk");
    assertThat(Json.text(made.attributes())).doesNotContain(TrialWorker.SECRET);
    assertThat(worker.open(made.attributes()).path("secret").asText())
        .isEqualTo(TrialWorker.SECRET);
    assertThat(worker.open(made.attributes()).at("/disk/0/label").asText())
        .isEqualTo(TrialWorker.SECRET);
  }

  @Test
  void warningsReachTheUser() throws Exception {
    Result made = worker.made(THING, "{'name': 'a', 'fault': 'warn'}");
    succeeded(made);
    assertThat(made.lines()).containsExactly("Warning: Be careful");
  }

  @Test
  void aCreationThatFailsHalfwayIsLeftWithWhatItsProviderKeeps() throws Exception {
    Result partial = worker.made(THING, "{'name': 'a', 'fault': 'apply-partial'}");
    assertThat(partial.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(partial.id()).isEqualTo("made-for-a");
    assertThat(own(partial)).isEqualTo("applied planned()");
    assertThat(partial.error().errorClass()).isEqualTo(ErrorClass.PERMANENT);
    assertThat(partial.error().message())
        .isEqualTo(
            "Half of it is done (at note): because it was asked to\n"
                + "The part that was created is in state, as tainted: the next apply replaces it.");

    // It is tainted: the next plan makes another.
    Task.Prior tainted = TrialWorker.prior(partial, RecordStatus.TAINTED);
    String config = "{'name': 'a'}";
    JsonNode planned = worker.plan(THING, config, tainted, true);
    succeeded(worker.run(worker.task(Action.DELETE, THING, "{}", tainted, planned)));
    succeeded(worker.run(worker.task(Action.CREATE, THING, config, null, planned)));
  }

  @Test
  void anUpdateThatFailsHalfwayKeepsTheObject() throws Exception {
    Task.Prior prior = TrialWorker.prior(worker.made(THING, "{'name': 'a'}"));
    String config = "{'name': 'a', 'note': 'n', 'fault': 'apply-partial'}";
    Result failed =
        worker.run(
            worker.task(
                Action.UPDATE, THING, config, prior, worker.plan(THING, config, prior, true)));
    assertThat(failed.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(failed.attributes().path("note").asText()).isEqualTo("n");
    assertThat(own(failed)).isEqualTo("applied planned(applied planned())");
  }

  @Test
  void whatFailsWithNothingLeftIsNotTriedAgain() throws Exception {
    Result failed = worker.made(THING, "{'name': 'a', 'fault': 'apply-error'}");
    assertThat(failed.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(failed.id()).isNull();
    assertThat(failed.error().errorClass()).isEqualTo(ErrorClass.PERMANENT);
    assertThat(failed.calls()).isEqualTo(1);
  }

  @Test
  void aProcessThatDiesInAChangeLeavesItInDoubt() throws Exception {
    Result lost = worker.made(THING, "{'name': 'a', 'fault': 'die-in-apply'}");
    assertThat(lost.outcome()).isEqualTo(Outcome.IN_DOUBT);
    assertThat(lost.error().message()).contains("no answer to ApplyResourceChange");
    // The next task gets a new process.
    succeeded(worker.made(THING, "{'name': 'b'}"));
  }

  @Test
  void aProcessThatDiesBeforeAChangeLeavesNoDoubt() throws Exception {
    JsonNode planned = worker.plan(THING, "{'name': 'a'}", null, true);
    Result lost =
        worker.run(
            worker.task(
                Action.CREATE, THING, "{'name': 'a', 'fault': 'die-in-plan'}", null, planned));
    assertThat(lost.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(lost.error().errorClass()).isEqualTo(ErrorClass.TRANSIENT);
  }

  @Test
  void anotherFinalPlanIsRefused() throws Exception {
    JsonNode planned = worker.plan(THING, "{'name': 'a', 'note': 'n'}", null, true);
    Result refused =
        worker.run(
            worker.task(Action.CREATE, THING, "{'name': 'a', 'note': 'other'}", null, planned));
    assertThat(refused.error().message())
        .startsWith("Provider produced inconsistent final plan (at note)");
  }

  @Test
  void whatIsRepeatedLooksFirst() throws Exception {
    Task.Prior prior = TrialWorker.prior(worker.made(THING, "{'name': 'a'}"));
    String config = "{'name': 'a', 'note': 'n'}";
    JsonNode planned = worker.plan(THING, config, prior, true);
    Result again = worker.run(worker.task(Action.UPDATE, THING, config, prior, planned, true));
    succeeded(again);
    assertThat(again.attributes().path("revision").asInt()).isEqualTo(2);

    Result gone = worker.made(THING, "{'name': 'b', 'fault': 'gone'}");
    Result deleted =
        worker.run(worker.task(Action.DELETE, THING, "{}", TrialWorker.prior(gone), null, true));
    succeeded(deleted);
  }

  @Test
  void whatIsCancelledIsStoppedAndInDoubt() throws Exception {
    // Starts the process, which can take longer than the wait below.
    succeeded(worker.made(THING, "{'name': 'first'}"));
    String config = "{'name': 'a', 'fault': 'until-stopped'}";
    Task task =
        worker.task(Action.CREATE, THING, config, null, worker.plan(THING, config, null, true));
    Cancellation cancellation = new Cancellation();
    CompletableFuture<Result> result =
        CompletableFuture.supplyAsync(
            () -> worker.run(task, cancellation), run -> Thread.ofVirtual().start(run));
    Thread.sleep(3_000);
    assertThat(result).isNotDone();
    cancellation.cancel("somebody wants it");
    assertThat(result.get(20, TimeUnit.SECONDS).outcome()).isEqualTo(Outcome.IN_DOUBT);
  }

  @Test
  void aWorkerWithoutThePackageSaysSo() throws Exception {
    TaskExecution other = Executions.of(directory, new ThingProvider());
    Task task = worker.task(Action.READ, "trial_lookup", "{'key': 'k'}", null, null);
    Result missing = (Result) other.execute(task, "claim-1", new Cancellation(), () -> true);
    assertThat(missing.error().code()).isEqualTo(CoreCode.PROVIDER_UNAVAILABLE);
    assertThat(missing.error().errorClass()).isEqualTo(ErrorClass.TRANSIENT);
    assertThat(missing.error().message()).isEqualTo("worker w1: There is none here.");
  }

  @Test
  void aConfigurationThatDoesNotFitIsNamedByItsPlace() throws Exception {
    JsonNode planned = worker.plan(THING, "{'name': 'a'}", null, true);
    Result unfit =
        worker.run(
            worker.task(Action.CREATE, THING, "{'name': 'a', 'size': 'big'}", null, planned));
    assertThat(unfit.error().code()).isEqualTo(CoreCode.INVALID_CONFIG);
    assertThat(unfit.error().message()).contains("size: ").doesNotContain("big");
  }

  @Test
  void callsFunctionsThatHadToWaitForTheRun() throws Exception {
    JsonNode planned = worker.plan(THING, "{'name': 'abab'}", null, true);
    String late =
        """
        {'name': {'$expr': 'provider::trial::repeat(\\"ab\\", 2)', 'refs': [],
         'providers': {'trial': {'source': 'registry.terraform.io/sluice/trial',
          'version': '1.0.0', 'hashes': ['h1:trial']}}}}
        """;
    Result made = worker.run(worker.task(Action.CREATE, THING, late, null, planned));
    succeeded(made);
    assertThat(made.id()).isEqualTo("made-for-abab");
    Result wrong =
        worker.run(worker.task(Action.CREATE, THING, late.replace(", 2)", ", -1)"), null, planned));
    assertThat(wrong.error().message()).contains("must not be negative");
  }
}
