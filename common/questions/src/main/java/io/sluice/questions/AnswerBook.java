package io.sluice.questions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.bridge.ask.Asked;
import io.sluice.bridge.ask.Batch;
import io.sluice.model.json.Json;
import io.sluice.planning.ask.Answer;
import io.sluice.planning.ask.Answers;
import io.sluice.planning.ask.Question;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Answers of real providers by the questions that they are to. What planning used of it can be
 * written down, and whoever plans the same on the same state by that record asks nobody.
 */
public final class AnswerBook implements Answers {
  private final Map<String, io.sluice.bridge.ask.Answer> known = new HashMap<>();
  private final Map<String, JsonNode> recorded;
  private final SortedMap<String, JsonNode> used = new TreeMap<>();

  private AnswerBook(Map<String, JsonNode> recorded) {
    this.recorded = recorded;
  }

  public static AnswerBook empty() {
    return new AnswerBook(new HashMap<>());
  }

  /** What {@link #written} gave. */
  public static AnswerBook of(JsonNode written) {
    Map<String, JsonNode> recorded = new HashMap<>();
    written.properties().forEach(entry -> recorded.put(entry.getKey(), entry.getValue()));
    return new AnswerBook(recorded);
  }

  /** What workers answered: of each batch, in clear. */
  public AnswerBook learn(List<JsonNode> batches) {
    batches.forEach(batch -> recorded.putAll(Batch.answers(batch)));
    return this;
  }

  @Override
  public Optional<Answer> to(Question question) {
    Optional<RealQuestion> real = RealQuestion.of(question);
    return real.isEmpty() ? Answers.AT_ONCE.to(question) : real.flatMap(this::to);
  }

  private Optional<Answer> to(RealQuestion question) {
    String key = question.key();
    io.sluice.bridge.ask.Answer answer = known.get(key);
    JsonNode written = recorded.get(key);
    if (answer == null && written != null) {
      answer = question.read(written).orElse(null);
    }
    if (answer == null) {
      return Optional.empty();
    }
    known.put(key, answer);
    used.computeIfAbsent(key, any -> question.written(known.get(key)));
    return Optional.of(question.meaning(answer));
  }

  /** From here on, only what is used again counts as used. */
  public void turn() {
    used.clear();
  }

  /** What there is to ask, as batches that workers can answer; none if nobody was left to ask. */
  public List<Wave.Part> wave(Collection<Question> questions) throws Wave.TooLarge {
    return Wave.of(open(questions));
  }

  /** What there is to ask, each question once. */
  List<Open> open(Collection<Question> questions) {
    Map<String, Open> open = new TreeMap<>();
    for (Question question : questions) {
      RealQuestion.of(question).ifPresent(real -> open.put(real.key(), new Open(real.key(), real)));
    }
    open.keySet().removeAll(known.keySet());
    return new ArrayList<>(open.values());
  }

  /** A question that nobody has answered. */
  record Open(String key, RealQuestion question) {
    Asked asked() {
      return question.asked();
    }
  }

  void put(String key, io.sluice.bridge.ask.Answer answer) {
    known.put(key, answer);
  }

  /** The answers that the last plan was made with. They are as secret as state. */
  public JsonNode written() {
    ObjectNode all = Json.object();
    used.forEach(all::set);
    return all;
  }
}
