package io.sluice.providers.random;

import static io.sluice.provider.schema.AttributeSchema.computed;
import static io.sluice.provider.schema.AttributeSchema.optional;
import static io.sluice.provider.schema.AttributeType.INTEGER;
import static io.sluice.provider.schema.AttributeType.STRING;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.RepeatClass;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.provider.StateOnlyType;
import io.sluice.provider.schema.Repeats;
import io.sluice.provider.schema.TypeSchema;
import io.sluice.provider.schema.ValueCheck;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;

/** A name that people can remember. */
final class RandomPet implements StateOnlyType {
  private static final List<String> ADVERBS =
      List.of(
          "amply", "badly", "barely", "boldly", "briefly", "calmly", "daily", "deeply", "duly",
          "eagerly", "early", "easily", "evenly", "fairly", "firmly", "gently", "gladly", "greatly",
          "hardly", "highly", "humbly", "jointly", "justly", "kindly", "largely", "lightly",
          "mainly", "mildly", "mostly", "neatly", "newly", "openly", "partly", "plainly", "purely",
          "quietly", "rarely", "really", "safely", "slowly", "softly", "solely", "surely", "truly",
          "utterly", "vastly", "warmly", "widely", "wisely", "yearly");

  private static final List<String> ADJECTIVES =
      List.of(
          "able", "agile", "amused", "apt", "brave", "bright", "calm", "careful", "clever", "cool",
          "cosmic", "crisp", "curious", "daring", "eager", "epic", "fair", "fast", "fine", "fond",
          "free", "gentle", "glad", "golden", "grand", "happy", "honest", "humble", "ideal", "keen",
          "kind", "light", "lively", "loyal", "lucky", "merry", "mighty", "neat", "noble",
          "patient", "polite", "proud", "quick", "rare", "ready", "sharp", "steady", "sunny",
          "tidy", "wise");

  private static final List<String> ANIMALS =
      List.of(
          "adder", "alpaca", "badger", "bat", "bear", "beaver", "bison", "bobcat", "buck", "camel",
          "cat", "cobra", "crab", "crane", "deer", "dolphin", "dove", "duck", "eagle", "eel", "elk",
          "falcon", "ferret", "finch", "fox", "frog", "gecko", "goose", "hare", "hawk", "heron",
          "horse", "ibex", "jackal", "koala", "lark", "lemur", "lion", "lynx", "mole", "moose",
          "newt", "otter", "owl", "panda", "quail", "raven", "seal", "shrew", "swan", "tapir",
          "tiger", "toad", "trout", "vole", "walrus", "whale", "wolf", "yak", "zebra");

  private static final TypeSchema SCHEMA =
      TypeSchema.resource(
          "random_pet",
          "A random name that people can remember, such as brave-otter.",
          Repeats.all(RepeatClass.PURE),
          optional("length", INTEGER)
              .defaultsTo(2)
              .replaces()
              .checkedBy(ValueCheck.between(1, 100))
              .describedAs("The number of words."),
          optional("prefix", STRING).replaces().describedAs("Prepended to the words."),
          optional("separator", STRING)
              .defaultsTo("-")
              .replaces()
              .describedAs("The text between the words."),
          RandomProvider.keepers(),
          computed("id", STRING).kept().describedAs("The name."));

  private final SecureRandom random = new SecureRandom();

  @Override
  public TypeSchema schema() {
    return SCHEMA;
  }

  @Override
  public Outcome create(OperationContext context, JsonNode desired) {
    List<String> words = new ArrayList<>();
    if (desired.has("prefix")) {
      words.add(desired.get("prefix").textValue());
    }
    for (int left = desired.get("length").intValue(); left > 0; left--) {
      List<String> from = left == 1 ? ANIMALS : left == 2 ? ADJECTIVES : ADVERBS;
      words.add(from.get(random.nextInt(from.size())));
    }
    String id = String.join(desired.get("separator").textValue(), words);
    ObjectNode attributes = desired.deepCopy();
    return new Outcome.Done(id, attributes.put("id", id));
  }
}
