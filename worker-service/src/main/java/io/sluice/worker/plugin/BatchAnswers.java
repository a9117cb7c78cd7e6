package io.sluice.worker.plugin;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.bridge.ask.Answer;
import io.sluice.bridge.ask.Asked;
import io.sluice.bridge.ask.Asker;
import io.sluice.bridge.ask.Batch;
import io.sluice.bridge.ask.Forms;
import io.sluice.bridge.codec.DecodeFailed;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;

/**
 * Has a batch of questions answered by its provider. What a provider refuses is an answer, too: who
 * plans tells people of it.
 */
public final class BatchAnswers {
  /** As many questions at once as Terraform asks. */
  private static final int AT_ONCE = 10;

  private final PluginWorks.BoundPlugin plugin;
  private final Batch batch;
  private final Forms forms;
  private final Asker asker;
  private final Semaphore places = new Semaphore(AT_ONCE);

  public BatchAnswers(PluginWorks.BoundPlugin plugin, Batch batch) {
    this.plugin = plugin;
    this.batch = batch;
    this.forms = new Forms(plugin.catalog());
    this.asker = new Asker(plugin.host(), plugin.directory());
  }

  /** Ends early only when it is interrupted: a provider may think for as long as it likes. */
  public SortedMap<String, JsonNode> all() throws InterruptedException {
    ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    try {
      SortedMap<String, Future<JsonNode>> asked = new TreeMap<>();
      batch
          .questions()
          .forEach((key, question) -> asked.put(key, threads.submit(() -> answer(question))));
      SortedMap<String, JsonNode> answers = new TreeMap<>();
      for (Map.Entry<String, Future<JsonNode>> each : asked.entrySet()) {
        answers.put(each.getKey(), each.getValue().get());
      }
      return answers;
    } catch (ExecutionException e) {
      throw new IllegalStateException("a provider could not be asked", e.getCause());
    } finally {
      threads.shutdownNow();
    }
  }

  private JsonNode answer(JsonNode form) throws InterruptedException {
    places.acquire();
    try {
      Asked question = forms.asked(form);
      Answer answer =
          asker.answer(
              plugin.program(),
              new Asked(question.provider(), question.question(), batch.secrets()));
      return forms.answer(answer);
    } catch (DecodeFailed e) {
      return Forms.refused("Question can't be read", e.sentence());
    } finally {
      places.release();
    }
  }
}
