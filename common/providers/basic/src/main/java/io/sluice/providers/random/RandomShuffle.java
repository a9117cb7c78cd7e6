package io.sluice.providers.random;

import static io.sluice.provider.schema.AttributeSchema.computed;
import static io.sluice.provider.schema.AttributeSchema.optional;
import static io.sluice.provider.schema.AttributeSchema.required;
import static io.sluice.provider.schema.AttributeType.INTEGER;
import static io.sluice.provider.schema.AttributeType.STRING;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.RepeatClass;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.provider.StateOnlyType;
import io.sluice.provider.schema.AttributeType;
import io.sluice.provider.schema.Repeats;
import io.sluice.provider.schema.TypeSchema;
import io.sluice.provider.schema.ValueCheck;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;

/** A list in another order, or some of it. */
final class RandomShuffle implements StateOnlyType {
  private static final TypeSchema SCHEMA =
      TypeSchema.resource(
          "random_shuffle",
          "A list in random order, or a part of it.",
          Repeats.all(RepeatClass.PURE),
          required("input", AttributeType.listOf(STRING)).replaces().describedAs("The list."),
          optional("result_count", INTEGER)
              .replaces()
              .checkedBy(ValueCheck.between(0, 100_000))
              .describedAs("The number of results; beyond the length of the input they repeat."),
          optional("seed", STRING).replaces().describedAs("The same seed gives the same order."),
          RandomProvider.keepers(),
          computed("id", STRING).kept().describedAs("Always \"-\"."),
          computed("result", AttributeType.listOf(STRING)).kept().describedAs("The result."));

  @Override
  public TypeSchema schema() {
    return SCHEMA;
  }

  @Override
  public Outcome create(OperationContext context, JsonNode desired) {
    RandomGenerator random = RandomChoice.of(desired);
    List<JsonNode> input = new ArrayList<>();
    desired.get("input").forEach(input::add);
    int count = desired.path("result_count").asInt(input.size());
    ObjectNode attributes = desired.deepCopy();
    ArrayNode result = attributes.put("id", "-").putArray("result");
    while (result.size() < count && !input.isEmpty()) {
      Collections.shuffle(input, random);
      input.stream().limit(count - (long) result.size()).forEach(result::add);
    }
    return new Outcome.Done("-", attributes);
  }
}
