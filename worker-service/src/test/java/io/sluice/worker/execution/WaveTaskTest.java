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
import io.sluice.model.json.Json;
import io.sluice.model.message.InboxMessage.Result;
import io.sluice.model.message.Outcome;
import io.sluice.worker.Tasks;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Questions that a worker has answered by a real provider. */
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
