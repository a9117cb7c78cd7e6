package io.sluice.questions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.bridge.ask.Asked;
import io.sluice.bridge.ask.Batch;
import io.sluice.language.value.Values;
import io.sluice.model.json.Json;
import io.sluice.planning.ask.Answer;
import io.sluice.planning.ask.Answers;
import io.sluice.planning.ask.Question;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Answers of real providers by the questions that they are to. What planning used of it can be
 * written down, and whoever plans the same on the same state by that record asks nobody.
 *
 * <p>What an ephemeral resource gave is in no record. So a plan is drawn twice where one is open:
 * once with its result, which is what providers are asked with, and then without it, as everybody
 * else draws it. The second is the plan, and takes the answers of the first.
 */
public final class AnswerBook implements Answers {
  private final Map<String, io.sluice.bridge.ask.Answer> known = new HashMap<>();
  private final Map<String, JsonNode> recorded;
  private final SortedMap<String, JsonNode> used = new TreeMap<>();

  /** What the drawing with open resources was told, by what it was about. */
  private final Map<String, io.sluice.bridge.ask.Answer> told = new HashMap<>();

  private final Set<String> opened = new HashSet<>();
  private final Set<String> learnt = new HashSet<>();
  private final RealUses uses = new RealUses();
  private boolean opens;
  private boolean sees;
  private boolean hasOpen;

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
    for (JsonNode batch : batches) {
      Map<String, JsonNode> answers = Batch.answers(batch);
      recorded.putAll(answers);
      learnt.addAll(answers.keySet());
    }
    return this;
  }

  @Override
  public Optional<Answer> to(Question question) {
    boolean isOpening = question instanceof Question.Open;
    hasOpen |= isOpening;
    if (isOpening && !sees) {
      return Optional.of(new Answer.Given(Values.UNKNOWN, List.of()));
    }
    Optional<RealQuestion> real = RealQuestion.of(question, uses);
    return real.isEmpty() ? Answers.AT_ONCE.to(question) : real.flatMap(this::to);
  }

  private Optional<Answer> to(RealQuestion question) {
    String key = question.key();
    io.sluice.bridge.ask.Answer answer = known.get(key);
    JsonNode written = recorded.get(key);
    if (answer == null && written != null) {
      answer = question.read(written).orElse(null);
    }
    if (answer == null && !sees) {
      answer = told.get(subject(question));
    }
    if (answer == null) {
      return Optional.empty();
    }
    known.put(key, answer);
    if (sees) {
      told.put(subject(question), answer);
    }
    if (question.question() instanceof Question.Open) {
      opened.add(key);
    } else {
      used.computeIfAbsent(key, any -> question.written(known.get(key)));
    }
    return Optional.of(question.meaning(answer));
  }

  /** Of two questions about the same, the one without open results is answered as the other. */
  private static String subject(RealQuestion question) {
    return switch (question.question()) {
      case Question.OfAddress about -> about.getClass().getSimpleName() + " " + about.address();
      case Question.Call call -> question.key();
      case Question.Validity validity -> question.key();
    };
  }

  /** From here on, only what is used again counts as used. */
  public void turn() {
    used.clear();
    told.clear();
    hasOpen = false;
    sees = opens;
  }

  /** Whether the last plan was drawn with open resources. */
  boolean sawOpen() {
    return sees && hasOpen;
  }

  /** The next plan is drawn as those draw it for whom nothing is open. */
  void turnBlind() {
    used.clear();
    sees = false;
  }

  /** From here on, results of what is open are seen: by whoever opens it in this process. */
  void opens() {
    opens = true;
  }

  /** What was open is not any more: whoever plans again opens it again. */
  public void closed() {
    known.keySet().removeAll(opened);
    opened.clear();
    opens = false;
    sees = false;
  }

  /** What there is to ask, as batches that workers can answer; none if nobody was left to ask. */
  public List<Wave.Part> wave(Collection<Question> questions) throws Wave.TooLarge {
    return Wave.of(open(questions));
  }

  /** What there is to ask, each question once. */
  List<Open> open(Collection<Question> questions) {
    Map<String, Open> open = new TreeMap<>();
    for (Question question : questions) {
      RealQuestion.of(question, uses)
          .ifPresent(real -> open.put(real.key(), new Open(real.key(), real)));
    }
    open.keySet().removeAll(known.keySet());
    // Workers of another build may answer in another form. They would do so again.
    open.keySet().removeAll(learnt);
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
