package io.sluice.questions;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.bridge.ask.Batch;
import io.sluice.bridge.ask.ProviderUse;
import io.sluice.model.plan.PluginWork;
import io.sluice.planning.ask.Route;
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
   * @param route who has to ask
   * @param packed of the batch, in clear
   */
  public record Part(PluginWork provider, Route route, String packed) {}

  /** No worker can receive the question; the message is a sentence. */
  public static final class TooLarge extends Exception {
    private static final long serialVersionUID = 1L;

    TooLarge(String message) {
      super(message, null, false, false);
    }
  }

  /** A question in the form that travels, which is made once. */
  private record Written(AnswerBook.Open open, JsonNode form) {
    static Written of(AnswerBook.Open open) {
      return new Written(open, open.question().written());
    }

    Together together() {
      return new Together(form.path("provider"), open.question().route());
    }

    long size() {
      return form.toString().length();
    }
  }

  /** What can travel together: one provider in one configuration, asked by the same workers. */
  private record Together(JsonNode provider, Route route) {}

  static List<Part> of(List<AnswerBook.Open> questions) throws TooLarge {
    Map<Together, List<Written>> alike = new LinkedHashMap<>();
    for (AnswerBook.Open question : questions) {
      Written written = Written.of(question);
      alike.computeIfAbsent(written.together(), any -> new ArrayList<>()).add(written);
    }
    List<Part> parts = new ArrayList<>();
    for (List<Written> group : alike.values()) {
      for (int from = 0; from < group.size(); from += Batch.MOST) {
        cut(group.subList(from, Math.min(group.size(), from + Batch.MOST)), parts);
      }
    }
    return parts;
  }

  /** What is too large goes into as many parts as its size calls for, each packed once. */
  private static void cut(List<Written> questions, List<Part> into) throws TooLarge {
    String packed = batch(questions).packed();
    AnswerBook.Open first = questions.getFirst().open();
    if (packed.length() <= Batch.MOST_PACKED) {
      into.add(new Part(provider(first), first.question().route(), packed));
      return;
    }
    if (questions.size() == 1) {
      throw new TooLarge(
          "The question to the provider of %s takes %d KiB; a worker can receive %d."
              .formatted(
                  first.question().question().subject(),
                  packed.length() >> 10,
                  Batch.MOST_PACKED >> 10));
    }
    for (List<Written> part : divided(questions, packed.length() / Batch.MOST_PACKED + 1)) {
      cut(part, into);
    }
  }

  /** Into parts of about the same size, two at least. */
  private static List<List<Written>> divided(List<Written> questions, int parts) {
    long share = questions.stream().mapToLong(Written::size).sum() / parts;
    List<List<Written>> divided = new ArrayList<>();
    List<Written> part = new ArrayList<>();
    long size = 0;
    for (Written question : questions) {
      boolean isFull = size + question.size() > share || part.size() == questions.size() - 1;
      if (isFull && !part.isEmpty()) {
        divided.add(part);
        part = new ArrayList<>();
        size = 0;
      }
      part.add(question);
      size += question.size();
    }
    divided.add(part);
    return divided;
  }

  private static Batch batch(List<Written> questions) {
    SortedMap<String, JsonNode> forms = new TreeMap<>();
    SortedSet<String> secrets = new TreeSet<>();
    SortedMap<String, String> subjects = new TreeMap<>();
    for (Written question : questions) {
      forms.put(question.open().key(), question.form());
      subjects.put(question.open().key(), question.open().question().question().subject());
      secrets.addAll(question.open().asked().secrets());
    }
    return new Batch(forms, secrets, subjects);
  }

  private static PluginWork provider(AnswerBook.Open question) {
    ProviderUse use = question.asked().provider();
    return new PluginWork(use.source(), use.version(), use.hashes(), null, null);
  }
}
