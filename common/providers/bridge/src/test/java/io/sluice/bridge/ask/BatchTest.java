package io.sluice.bridge.ask;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.json.Json;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class BatchTest {
  /** Text that no packing makes shorter. */
  private static ObjectNode incompressible(int kib, long seed) {
    byte[] bytes = new byte[kib << 10];
    new Random(seed).nextBytes(bytes);
    return Json.object().put("value", bytes);
  }

  private static SortedMap<String, JsonNode> answers(int number, int kib) {
    SortedMap<String, JsonNode> answers = new TreeMap<>();
    for (int i = 0; i < number; i++) {
      answers.put("k" + i, incompressible(kib, i));
    }
    return answers;
  }

  @Test
  void travelsAndIsReadAsItWas() throws Exception {
    SortedMap<String, JsonNode> questions = new TreeMap<>(Map.of("k", Json.object().put("a", 1)));
    TreeSet<String> secrets = new TreeSet<>(java.util.List.of("hush"));
    Batch batch = new Batch(questions, secrets);

    assertThat(Batch.of(Batch.config(batch.packed()))).isEqualTo(batch);
    assertThat(batch.toString()).doesNotContain("hush");
  }

  @Test
  void answersOfAllThatFits() {
    assertThat(Batch.answers(Batch.answered(answers(3, 1)))).containsOnlyKeys("k0", "k1", "k2");
  }

  @Test
  void leavesOutWhatDoesNotFitSoThatItIsAskedAgain() {
    Map<String, JsonNode> fitting = Batch.answers(Batch.answered(answers(4, 150)));

    assertThat(fitting).containsOnlyKeys("k0", "k1");
  }

  @Test
  void refusesWhatNeverFits() {
    Map<String, JsonNode> refused = Batch.answers(Batch.answered(answers(1, 500)));

    assertThat(refused.get("k0").path("kind").asText()).isEqualTo("refused");
  }

  @Test
  void whatCannotBeReadAnswersNothing() {
    assertThat(Batch.answers(Json.object().put("answers", "?"))).isEmpty();
  }
}
