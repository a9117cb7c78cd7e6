package io.sluice.questions;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.bridge.ask.Batch;
import io.sluice.bridge.ask.ProviderUse;
import io.sluice.model.plan.PluginWork;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Questions that wait for no other answer, cut into what one worker answers at a time. */
public final class Wave {
  private Wave() {}

  /**
   * What one worker is asked.
   *
   * @param provider who has to answer, without a directory
   * @param packed of the batch, in clear
   */
  public record Part(PluginWork provider, String packed) {}

  /** No worker can receive the question; the message is a sentence. */
  public static final class TooLarge extends Exception {
    private static final long serialVersionUID = 1L;

    TooLarge(String message) {
      super(message, null, false, false);
    }
  }

  static List<Part> of(List<AnswerBook.Open> questions) throws TooLarge {
    Map<JsonNode, List<AnswerBook.Open>> byUse = new LinkedHashMap<>();
    for (AnswerBook.Open question : questions) {
      JsonNode use = question.question().written().path("provider");
      byUse.computeIfAbsent(use, any -> new ArrayList<>()).add(question);
    }
    List<Part> parts = new ArrayList<>();
    for (List<AnswerBook.Open> alike : byUse.values()) {
      for (int from = 0; from < alike.size(); from += Batch.MOST) {
        cut(alike.subList(from, Math.min(alike.size(), from + Batch.MOST)), parts);
      }
    }
    return parts;
  }

  private static void cut(List<AnswerBook.Open> questions, List<Part> into) throws TooLarge {
    String packed = batch(questions).packed();
    if (packed.length() <= Batch.MOST_PACKED) {
      into.add(new Part(provider(questions.getFirst()), packed));
      return;
    }
    if (questions.size() == 1) {
      throw new TooLarge(
          "What the provider of %s has to be asked takes %d KiB, of which a worker can receive %d."
              .formatted(
                  questions.getFirst().question().question().subject(),
                  packed.length() >> 10,
                  Batch.MOST_PACKED >> 10));
    }
    int half = questions.size() / 2;
    cut(questions.subList(0, half), into);
    cut(questions.subList(half, questions.size()), into);
  }

  private static Batch batch(List<AnswerBook.Open> questions) {
    SortedMap<String, JsonNode> forms = new TreeMap<>();
    SortedSet<String> secrets = new TreeSet<>();
    for (AnswerBook.Open question : questions) {
      forms.put(question.key(), question.question().written());
      secrets.addAll(question.asked().secrets());
    }
    return new Batch(forms, secrets);
  }

  private static PluginWork provider(AnswerBook.Open question) {
    ProviderUse use = question.asked().provider();
    return new PluginWork(use.source(), use.version(), use.hashes(), null, null);
  }
}
