package io.sluice.bridge.ask;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.bridge.codec.DecodeFailed;
import io.sluice.model.json.Json;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Questions to one provider in one configuration that travel together; each is answered by itself.
 *
 * @param questions as {@link Forms} write them, by keys that their answers go by
 * @param secrets what must not be seen in what the provider prints
 * @param subjects what the questions are about, for people, by the same keys
 */
public record Batch(
    SortedMap<String, JsonNode> questions,
    SortedSet<String> secrets,
    SortedMap<String, String> subjects) {
  /** As many questions at once as Terraform asks, unless somebody says another number. */
  public static final int USUALLY_AT_ONCE = 10;

  private static final int MOST_NAMED = 5;

  /** Questions of one batch. */
  public static final int MOST = 50;

  /** Packed; sealed it still fits into a task, as its answers fit into a result. */
  public static final int MOST_PACKED = 560 << 10;

  private static final String QUESTIONS = "questions";
  private static final String SECRETS = "secrets";
  private static final String SUBJECTS = "subjects";
  private static final String ANSWERS = "answers";
  private static final String AT_ONCE = "at_once";

  public Batch {
    questions = Collections.unmodifiableSortedMap(new TreeMap<>(questions));
    secrets = Collections.unmodifiableSortedSet(new TreeSet<>(secrets));
    subjects = Collections.unmodifiableSortedMap(new TreeMap<>(subjects));
  }

  /** Of which nobody says what they are about. */
  public Batch(SortedMap<String, JsonNode> questions, SortedSet<String> secrets) {
    this(questions, secrets, new TreeMap<>());
  }

  /** What these are about, for people; of many only some. */
  public String subjectsOf(SortedSet<String> keys) {
    List<String> all =
        keys.stream().map(subjects::get).filter(Objects::nonNull).distinct().sorted().toList();
    int more = all.size() - MOST_NAMED;
    return String.join(", ", all.subList(0, Math.min(all.size(), MOST_NAMED)))
        + (more > 0 ? " and " + more + " more" : "");
  }

  public String packed() {
    ObjectNode tree = Json.object();
    questions.forEach(tree.putObject(QUESTIONS)::set);
    secrets.forEach(tree.putArray(SECRETS)::add);
    subjects.forEach(tree.putObject(SUBJECTS)::put);
    return Packed.of(tree);
  }

  /**
   * What a task's configuration holds, once its batch is sealed.
   *
   * @param atOnce how many of its questions may be out at the same time
   */
  public static ObjectNode config(String packed, int atOnce) {
    return Json.object().put(QUESTIONS, packed).put(AT_ONCE, atOnce);
  }

  /** The same for a batch that nobody limits. */
  public static ObjectNode config(String packed) {
    return config(packed, USUALLY_AT_ONCE);
  }

  /** How many of its questions may be out at the same time. */
  public static int atOnce(JsonNode config) {
    return Math.max(1, config.path(AT_ONCE).asInt(USUALLY_AT_ONCE));
  }

  /** Where in that the batch is. */
  public static String place() {
    return "/" + QUESTIONS;
  }

  /**
   * @param config opened
   */
  public static Batch of(JsonNode config) throws DecodeFailed {
    JsonNode tree = Packed.opened(config.path(QUESTIONS));
    SortedMap<String, JsonNode> questions = new TreeMap<>();
    tree.path(QUESTIONS)
        .properties()
        .forEach(each -> questions.put(each.getKey(), each.getValue()));
    SortedSet<String> secrets = new TreeSet<>();
    tree.path(SECRETS).forEach(secret -> secrets.add(secret.asText()));
    SortedMap<String, String> subjects = new TreeMap<>();
    tree.path(SUBJECTS)
        .properties()
        .forEach(each -> subjects.put(each.getKey(), each.getValue().asText()));
    return new Batch(questions, secrets, subjects);
  }

  /**
   * As many answers as fit, the first ones; who misses some asks again.
   *
   * @param answers as {@link Forms} write them
   */
  public static ObjectNode answered(SortedMap<String, JsonNode> answers) {
    SortedMap<String, JsonNode> fitting = answers;
    while (true) {
      String packed = Packed.of(Json.toTree(fitting));
      if (packed.length() <= MOST_PACKED || fitting.isEmpty()) {
        return Json.object().put(ANSWERS, packed);
      }
      fitting = fitting.size() == 1 ? tooLarge(fitting) : half(fitting);
    }
  }

  /** Where in what {@link #answered} gives the answers are. */
  public static String answersPlace() {
    return "/" + ANSWERS;
  }

  private static SortedMap<String, JsonNode> half(SortedMap<String, JsonNode> answers) {
    SortedMap<String, JsonNode> half = new TreeMap<>();
    for (Map.Entry<String, JsonNode> each : answers.entrySet()) {
      if (half.size() < answers.size() / 2) {
        half.put(each.getKey(), each.getValue());
      }
    }
    return half;
  }

  private static SortedMap<String, JsonNode> tooLarge(SortedMap<String, JsonNode> answer) {
    SortedMap<String, JsonNode> refused = new TreeMap<>();
    refused.put(
        answer.firstKey(),
        Forms.refused(
            "Answer too large",
            "The provider's plan for it is larger than the %d KiB that a worker can report."
                .formatted(MOST_PACKED >> 10)));
    return refused;
  }

  /** What a worker answered, by the keys of the questions; nothing if it can't be read. */
  public static Map<String, JsonNode> answers(JsonNode opened) {
    try {
      Map<String, JsonNode> answers = new TreeMap<>();
      Packed.opened(opened.path(ANSWERS))
          .properties()
          .forEach(each -> answers.put(each.getKey(), each.getValue()));
      return answers;
    } catch (DecodeFailed e) {
      return Map.of();
    }
  }

  /** Never shown whole: secrets are in it. */
  @Override
  public String toString() {
    return "Batch[" + questions.size() + "]";
  }
}
