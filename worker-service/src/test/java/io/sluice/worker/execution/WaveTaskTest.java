package io.sluice.worker.execution;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.bridge.ask.Answer;
import io.sluice.bridge.ask.Asked;
import io.sluice.bridge.ask.Batch;
import io.sluice.bridge.ask.Forms;
import io.sluice.bridge.ask.ProviderUse;
import io.sluice.bridge.ask.Question;
import io.sluice.bridge.rules.IgnoredChanges;
import io.sluice.bridge.schema.Block;
import io.sluice.bridge.schema.SchemaCatalog;
import io.sluice.bridge.trial.TrialHost;
import io.sluice.bridge.trial.TrialSchema;
import io.sluice.bridge.types.ConfigValues;
import io.sluice.bridge.wire.ProtocolVersion;
import io.sluice.model.Action;
import io.sluice.model.ErrorClass;
import io.sluice.model.json.Json;
import io.sluice.model.message.InboxMessage.Result;
import io.sluice.model.message.Outcome;
import io.sluice.model.message.Task;
import io.sluice.model.plan.ProviderBlock;
import io.sluice.worker.Tasks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Questions that a worker puts to a real provider. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
final class WaveTaskTest {
  private static final SchemaCatalog CATALOG = TrialSchema.catalog(ProtocolVersion.SIX);
  private static final String THING = "trial_thing";

  @TempDir private Path directory;

  private static JsonNode question(String config) throws Exception {
    Block block = CATALOG.resource(THING).orElseThrow().block();
    Question.Change change =
        new Question.Change(
            THING,
            Optional.empty(),
            ConfigValues.of(block, Tasks.json(config)),
            IgnoredChanges.NONE,
            false,
            true);
    ProviderUse use =
        new ProviderUse(TrialHost.SOURCE, "1.0.0", List.of("h1:trial"), CATALOG.provider().empty());
    return new Forms(CATALOG).question(new Asked(use, change));
  }

  private static Batch batch(String... configs) throws Exception {
    Map<String, JsonNode> questions = new TreeMap<>();
    for (int i = 0; i < configs.length; i++) {
      questions.put("q" + i, question(configs[i]));
    }
    Map<String, String> subjects = new TreeMap<>();
    questions.keySet().forEach(key -> subjects.put(key, "trial_thing." + key));
    return new Batch(new TreeMap<>(questions), new TreeSet<>(), new TreeMap<>(subjects));
  }

  private static Task task(TrialWorker worker, JsonNode config, ProviderBlock limits) {
    Task plain = worker.task(Action.PLAN, "sluice_questions", config.toString(), null, null);
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
          draft.repeat = plain.repeat();
          draft.budget = plain.budget();
          draft.timeouts = plain.timeouts();
          draft.sensitivePaths = plain.sensitivePaths();
          draft.providerBlock = limits;
          draft.plugin = plain.plugin();
        });
  }

  @Test
  void aProcessThatDiesIsAFailureThatPassesAndHasItsLastWords() throws Exception {
    try (TrialWorker worker = new TrialWorker(directory)) {
      JsonNode config =
          Batch.config(batch("{'name': 'a', 'fault': 'die-in-plan'}", "{'name': 'b'}").packed());

      Result lost =
          worker.run(worker.task(Action.PLAN, "sluice_questions", config.toString(), null, null));

      assertThat(lost.outcome()).isEqualTo(Outcome.FAILED);
      assertThat(lost.error().errorClass()).isEqualTo(ErrorClass.TRANSIENT);
      assertThat(lost.error().message())
          .startsWith("planning trial_thing.q0")
          .contains(": " + TrialHost.SOURCE + " 1.0.0: no answer to PlanResourceChange: ");
    }
  }

  @Test
  void aProviderThatCanNotStartIsAFailureThatPasses() throws Exception {
    Path other = Files.createDirectory(directory.resolve("broken"));
    JsonNode config = Batch.config(batch("{'name': 'a'}").packed());
    // Its schemas are known from better times.
    try (TrialWorker before = new TrialWorker(other)) {
      before.run(before.task(Action.PLAN, "sluice_questions", config.toString(), null, null));
    }
    try (TrialWorker worker = new TrialWorker(other, Map.of("TRIAL_START", "die"))) {
      Result failed =
          worker.run(worker.task(Action.PLAN, "sluice_questions", config.toString(), null, null));

      assertThat(failed.error().errorClass()).isEqualTo(ErrorClass.TRANSIENT);
      assertThat(failed.error().retryAfter()).isNotNull();
      assertThat(failed.error().message())
          .startsWith(
              "planning trial_thing.q0: " + TrialHost.SOURCE + " 1.0.0: it could not be started: ")
          .contains("I have no license");
    }
  }

  @Test
  void whatAProviderRefusesIsAnAnswer() throws Exception {
    try (TrialWorker worker = new TrialWorker(directory)) {
      JsonNode config = Batch.config(batch("{'name': 'a', 'fault': 'plan-error'}").packed());

      Result result =
          worker.run(worker.task(Action.PLAN, "sluice_questions", config.toString(), null, null));

      assertThat(result.outcome()).isEqualTo(Outcome.OK);
      Map<String, JsonNode> answers = Batch.answers(worker.open(result.attributes()));
      assertThat(new Forms(CATALOG).answer(answers.get("q0"))).isInstanceOf(Answer.Refused.class);
    }
  }

  @Test
  void asksAsSlowlyAsTheProviderIsToBeCalled() throws Exception {
    try (TrialWorker worker = new TrialWorker(directory)) {
      JsonNode config = Batch.config(batch("{'name': 'a'}", "{'name': 'b'}").packed());
      worker.run(task(worker, config, null));
      ProviderBlock slow = new ProviderBlock(Json.object(), 2.0, null, List.of());
      long since = System.nanoTime();

      JsonNode four =
          Batch.config(
              batch("{'name': 'c'}", "{'name': 'd'}", "{'name': 'e'}", "{'name': 'f'}").packed());
      Result result = worker.run(task(worker, four, slow));

      assertThat(Batch.answers(worker.open(result.attributes()))).hasSize(4);
      assertThat(Duration.ofNanos(System.nanoTime() - since)).isGreaterThan(Duration.ofMillis(900));
    }
  }

  @Test
  void asksNoMoreAtOnceThanTheRunMayDo() throws Exception {
    try (TrialWorker worker = new TrialWorker(directory)) {
      JsonNode config =
          Batch.config(
              batch(
                      "{'name': 'a', 'fault': 'slow-plan'}",
                      "{'name': 'b', 'fault': 'slow-plan'}",
                      "{'name': 'c', 'fault': 'slow-plan'}")
                  .packed(),
              1);
      worker.run(task(worker, Batch.config(batch("{'name': 'warm'}").packed()), null));
      long since = System.nanoTime();

      Result result = worker.run(task(worker, config, null));

      assertThat(Batch.answers(worker.open(result.attributes()))).hasSize(3);
      assertThat(Duration.ofNanos(System.nanoTime() - since))
          .as("one after the other")
          .isGreaterThan(Duration.ofMillis(900));
    }
  }

  @Test
  void answersEachByItself() throws Exception {
    Map<String, JsonNode> questions = new TreeMap<>();
    questions.put("good", question("{'name': 'unmistakable'}"));
    questions.put("unreadable", Json.object().put("kind", "riddle"));
    Batch batch = new Batch(new TreeMap<>(questions), new TreeSet<>());
    try (TrialWorker worker = new TrialWorker(directory)) {
      JsonNode config = Batch.config(batch.packed());

      Result result =
          worker.run(worker.task(Action.PLAN, "sluice_questions", config.toString(), null, null));

      assertThat(result.error()).isNull();
      assertThat(result.outcome()).isEqualTo(Outcome.OK);
      assertThat(result.id()).as("nothing was made").isNull();
      assertThat(Batch.answers(result.attributes())).as("sealed whole").isEmpty();
      Map<String, JsonNode> answers = Batch.answers(worker.open(result.attributes()));
      assertThat(new Forms(CATALOG).answer(answers.get("good")))
          .isInstanceOfSatisfying(
              Answer.Planned.class, planned -> assertThat(planned.change().prior()).isEmpty());
      assertThat(new Forms(CATALOG).answer(answers.get("unreadable")))
          .isInstanceOf(Answer.Refused.class);
    }
  }
}
