package io.sluice.worker.execution;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.Action;
import io.sluice.model.ErrorClass;
import io.sluice.model.RepeatClass;
import io.sluice.model.json.Json;
import io.sluice.model.message.InboxMessage;
import io.sluice.model.message.InboxMessage.Deferred;
import io.sluice.model.message.InboxMessage.Result;
import io.sluice.model.message.Outcome;
import io.sluice.model.message.Task;
import io.sluice.model.plan.DataLookup;
import io.sluice.model.plan.PassingRefusals;
import io.sluice.model.plan.PluginWork;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Creations in doubt of a real provider, and refusals that pass. The provider's ledger says what
 * was made.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
final class PluginDoubtTest {
  private static final String THING = "trial_thing";
  private static final String SAME = "${data.trial_lookup.same.value}";

  @TempDir private Path directory;
  private TrialWorker worker;
  private final List<String> told = new ArrayList<>();

  @BeforeEach
  void start() throws Exception {
    Path ledger = Files.createDirectory(directory.resolve("ledger"));
    worker = new TrialWorker(directory, Map.of("TRIAL_LEDGER", ledger.toString()));
  }

  @AfterEach
  void end() {
    worker.close();
  }

  private List<String> made() throws IOException {
    Path log = directory.resolve("ledger/made.log");
    return Files.exists(log) ? Files.readAllLines(log) : List.of();
  }

  /** What is known of earlier attempts. */
  private record Before(boolean recovering, boolean absent, List<String> callers) {
    static final Before NOTHING = new Before(false, false, List.of());

    static Before called(String... claims) {
      return new Before(true, true, List.of(claims));
    }
  }

  private Task create(RepeatClass repeat, String config, Before before) throws Exception {
    return create(repeat, config, before, Duration.ofDays(1), null);
  }

  private Task create(
      RepeatClass repeat, String config, Before before, Duration proven, PassingRefusals passing)
      throws Exception {
    return of(
        worker.task(Action.CREATE, THING, config, null, worker.plan(THING, config, null, true)),
        repeat,
        before,
        proven,
        passing);
  }

  private static Task of(
      Task plain, RepeatClass repeat, Before before, Duration proven, PassingRefusals passing) {
    JsonNode id = Json.mapper().getNodeFactory().textNode("a");
    return of(plain, repeat, before, proven, passing, repeat == RepeatClass.SEARCH ? id : null);
  }

  private static Task of(
      Task plain,
      RepeatClass repeat,
      Before before,
      Duration proven,
      PassingRefusals passing,
      JsonNode recover) {
    PluginWork work = plain.plugin();
    return Task.of(
        draft -> {
          draft.workspace = plain.workspace();
          draft.run = plain.run();
          draft.node = plain.node();
          draft.address = plain.address();
          draft.attempt = plain.attempt();
          draft.token = plain.token();
          draft.action = plain.action();
          draft.type = plain.type();
          draft.provider = plain.provider();
          draft.config = plain.config();
          draft.values = plain.values();
          draft.replacedIds = plain.replacedIds();
          draft.repeat = repeat;
          draft.budget = plain.budget();
          draft.timeouts = plain.timeouts();
          draft.recovering = before.recovering();
          draft.sensitivePaths = plain.sensitivePaths();
          draft.providerBlock = plain.providerBlock();
          draft.recoverIn = before.recovering() ? proven : null;
          draft.limit = new Task.CallLimit(Duration.ofMinutes(1), Duration.ofMillis(1));
          draft.absent = before.absent();
          draft.plugin = work.treated(recover, passing);
          draft.callers = before.callers();
        });
  }

  /** A creation whose object is found by what a data source says of this key. */
  private Task looking(String config, Before before, String key, String find, String... absent)
      throws Exception {
    Task plain =
        worker.task(Action.CREATE, THING, config, null, worker.plan(THING, config, null, true));
    JsonNode recover =
        new DataLookup(
                "trial_lookup",
                "data.trial_lookup.same",
                Json.object().put("key", key),
                Json.mapper().getNodeFactory().textNode(find),
                List.of(absent))
            .form();
    return of(plain, RepeatClass.SEARCH, before, Duration.ofDays(1), null, recover);
  }

  private InboxMessage run(Task task, String claim) {
    return worker.execute(
        task,
        claim,
        new Gate() {
          @Override
          public boolean mayCall() {
            return true;
          }

          @Override
          public boolean mayMakeAbsent() {
            told.add(task.address().text());
            return true;
          }
        });
  }

  private Result result(Task task) {
    return (Result) run(task, "w1-1");
  }

  private static void succeeded(Result result) {
    assertThat(result.error()).isNull();
    assertThat(result.outcome()).isEqualTo(Outcome.OK);
  }

  @Test
  void saysThatNothingWasThereBeforeItMakesWhatCanBeFound() throws Exception {
    succeeded(result(create(RepeatClass.SEARCH, "{'name': 'a'}", Before.NOTHING)));
    assertThat(told).hasSize(1);
    assertThat(made()).containsExactly("trial_thing.a");
  }

  @Test
  void doesNotTakeOverWhatWasThereBefore() throws Exception {
    succeeded(worker.made(THING, "{'name': 'a'}"));

    Result refused = result(create(RepeatClass.SEARCH, "{'name': 'a'}", Before.NOTHING));

    assertThat(refused.error().errorClass()).isEqualTo(ErrorClass.USER);
    assertThat(refused.error().message()).contains("import id a", "sluice import");
    assertThat(told).isEmpty();
    // Nor after a call that was lost, for no attempt looked before it.
    Before blind = new Before(true, false, List.of());
    Result open = result(create(RepeatClass.SEARCH, "{'name': 'a'}", blind));
    assertThat(open.error().errorClass()).isEqualTo(ErrorClass.PERMANENT);
    assertThat(open.error().message()).contains("no attempt looked for it before the first call");
    assertThat(made()).hasSize(1);
  }

  @Test
  void findsWhatADyingProcessHasMade() throws Exception {
    String config = "{'name': 'a', 'fault': 'die-after-make'}";
    Result lost = result(create(RepeatClass.SEARCH, config, Before.NOTHING));
    assertThat(lost.outcome()).isEqualTo(Outcome.IN_DOUBT);
    assertThat(lost.underWay()).isEqualTo(Duration.ofMillis(10));

    Result found = result(create(RepeatClass.SEARCH, config, Before.called("w1-1")));

    succeeded(found);
    assertThat(found.id()).isEqualTo("made-for-a");
    assertThat(found.attributes().path("revision").asInt()).isEqualTo(1);
    assertThat(made()).hasSize(1);
  }

  @Test
  void findsWhatWasMadeWithoutAPlan() throws Exception {
    String config = "{'name': 'a', 'fault': 'die-after-make'}";
    Task plain =
        worker.task(Action.CREATE, THING, config, null, worker.deferred(THING, config, null));
    Result lost = result(of(plain, RepeatClass.SEARCH, Before.NOTHING, Duration.ofDays(1), null));
    assertThat(lost.outcome()).isEqualTo(Outcome.IN_DOUBT);

    Result found =
        result(of(plain, RepeatClass.SEARCH, Before.called("w1-1"), Duration.ofDays(1), null));

    succeeded(found);
    assertThat(found.id()).isEqualTo("made-for-a");
    assertThat(made()).hasSize(1);
  }

  @Test
  void findsByADataSourceWhatADyingProcessHasMade() throws Exception {
    String config = "{'name': 'a', 'fault': 'die-after-make'}";
    String key = "all:trial_thing.a";
    Result lost = result(looking(config, Before.NOTHING, key, SAME));
    assertThat(lost.outcome()).isEqualTo(Outcome.IN_DOUBT);
    assertThat(told).as("nothing was there before").hasSize(1);

    Result found = result(looking(config, Before.called("w1-1"), key, SAME));

    succeeded(found);
    assertThat(found.id()).isEqualTo("made-for-a");
    assertThat(made()).hasSize(1);
    // And what is found before the first call is somebody else's.
    Result refused = result(looking("{'name': 'a'}", Before.NOTHING, key, SAME));
    assertThat(refused.error().errorClass()).isEqualTo(ErrorClass.USER);
    assertThat(refused.error().message())
        .contains("import id a, by data.trial_lookup.same", "sluice import");
  }

  @Test
  void makesNothingWhileItsDataSourceFails() throws Exception {
    String key = "one:trial_thing.a";
    Result failed = result(looking("{'name': 'a'}", Before.NOTHING, key, SAME));
    assertThat(failed.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(failed.error().message())
        .contains("looking for it (data.trial_lookup.same) failed", "no matching thing");
    assertThat(made()).isEmpty();

    succeeded(result(looking("{'name': 'a'}", Before.NOTHING, key, SAME, "No matching")));
    assertThat(made()).hasSize(1);
  }

  @Test
  void makesNothingWhereItsDataSourceNamesNoOneObject() throws Exception {
    Result failed =
        result(
            looking(
                "{'name': 'a'}",
                Before.NOTHING,
                "all:trial_thing.a",
                "${data.trial_lookup.same.values[0]}"));
    assertThat(failed.error().errorClass()).isEqualTo(ErrorClass.USER);
    assertThat(failed.error().message())
        .contains("data.trial_lookup.same", "no field .values", "nothing was done");
    assertThat(made()).isEmpty();
  }

  @Test
  void completesWhatADyingProcessHasHalfMade() throws Exception {
    String config = "{'name': 'a', 'note': 'n', 'fault': 'die-half'}";
    result(create(RepeatClass.SEARCH, config, Before.NOTHING));

    Result found = result(create(RepeatClass.SEARCH, config, Before.called("w1-1")));

    succeeded(found);
    assertThat(found.attributes().path("note").asText()).isEqualTo("n");
    assertThat(found.attributes().path("revision").asInt()).isEqualTo(2);
    assertThat(made()).hasSize(1);
  }

  @Test
  void makesAgainWhatWasNotMadeOnceTheEarlierCallIsOver() throws Exception {
    String config = "{'name': 'a', 'fault': 'die-before-make'}";
    Result lost = result(create(RepeatClass.SEARCH, config, Before.NOTHING));
    assertThat(lost.outcome()).isEqualTo(Outcome.IN_DOUBT);
    // The process is dead: its requests may be on their way for a moment.
    Thread.sleep(50);
    run(create(RepeatClass.SEARCH, config, Before.called("w1-1")), "w1-2");
    Thread.sleep(50);

    succeeded((Result) run(create(RepeatClass.SEARCH, config, Before.called("w1-1")), "w1-3"));
    assertThat(made()).hasSize(1);
  }

  @Test
  void waitsWhileAnotherWorkersCallMayGoOn() throws Exception {
    Task task = create(RepeatClass.SEARCH, "{'name': 'a'}", Before.called("w2-7"));
    assertThat(((Deferred) run(task, "w1-1")).lasting()).isLessThan(Duration.ofMinutes(1));
    assertThat(made()).isEmpty();
    // Its note shows that its process is gone.
    Path note = directory.resolve("members/w1");
    Files.writeString(
        directory.resolve("members/w2"),
        Files.readAllLines(note).getFirst() + "\n4194304 2026-01-01T00:00:00Z");
    run(task, "w1-2");
    Thread.sleep(50);
    succeeded((Result) run(task, "w1-3"));
    // After the longest time of all calls it is certain as well.
    Task late =
        create(RepeatClass.SEARCH, "{'name': 'a'}", Before.called("w3-1"), Duration.ZERO, null);
    succeeded((Result) run(late, "w1-4"));
  }

  @Test
  void leavesToAPersonWhatAnEarlierPlanMayHaveMade() throws Exception {
    Task task = create(RepeatClass.SEARCH, "{'name': 'a'}", Before.called(Task.UNKNOWN_CALLER));
    assertThat(result(task).error().errorClass()).isEqualTo(ErrorClass.PERMANENT);
    assertThat(made()).isEmpty();
  }

  @Test
  void findsWhatItsProvidersOwnClientAskedForTwice() throws Exception {
    String config = "{'name': 'a', 'fault': 'sent-twice'}";
    succeeded(result(create(RepeatClass.SEARCH, config, Before.NOTHING)));
    assertThat(made()).hasSize(1);
  }

  @Test
  void isInDoubtWhereTheProviderItselfGotNoAnswer() throws Exception {
    String config = "{'name': 'a', 'fault': 'lost-answer'}";
    Result open = result(create(RepeatClass.NONE, config, Before.NOTHING));
    assertThat(open.outcome()).isEqualTo(Outcome.IN_DOUBT);
    assertThat(open.error().message()).contains("EOF");
  }

  @Test
  void findsAtOnceWhatTheProviderItselfGotNoAnswerFor() throws Exception {
    String config = "{'name': 'a', 'fault': 'lost-answer'}";
    succeeded(result(create(RepeatClass.SEARCH, config, Before.NOTHING)));
    assertThat(made()).hasSize(1);
  }

  @Test
  void triesAgainWhatIsRefusedInSuchWords() throws Exception {
    PassingRefusals passing = new PassingRefusals(List.of("concurrentupdate"), true);
    String config = "{'name': 'a', 'fault': 'busy'}";
    Task task = create(RepeatClass.NONE, config, Before.NOTHING, Duration.ZERO, passing);
    Result made = result(task);
    succeeded(made);
    assertThat(made.calls()).isEqualTo(3);

    Task.Prior prior = TrialWorker.prior(made);
    String other = "{'name': 'a', 'note': 'n', 'fault': 'busy'}";
    Task update =
        worker.task(Action.UPDATE, THING, other, prior, worker.plan(THING, other, prior, true));
    Result refused = worker.run(update);
    assertThat(refused.error().errorClass()).isEqualTo(ErrorClass.PERMANENT);
    assertThat(refused.calls()).isEqualTo(1);
  }

  @Test
  void doesNotTryACreationAgainThatNobodyAllowed() throws Exception {
    PassingRefusals passing = new PassingRefusals(List.of("concurrentupdate"), false);
    String config = "{'name': 'a', 'fault': 'busy'}";
    Result refused =
        result(create(RepeatClass.NONE, config, Before.NOTHING, Duration.ZERO, passing));
    assertThat(refused.error().errorClass()).isEqualTo(ErrorClass.PERMANENT);
    assertThat(refused.calls()).isEqualTo(1);
    assertThat(made()).isEmpty();
  }
}
