package io.sluice.providers.random;

import static io.sluice.provider.schema.AttributeSchema.computed;
import static io.sluice.provider.schema.AttributeSchema.optional;
import static io.sluice.provider.schema.AttributeSchema.required;
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

/** A random whole number. */
final class RandomInteger implements StateOnlyType {
  private static final ValueCheck LIMITS = ValueCheck.between(-(1L << 53), 1L << 53);

  private static final TypeSchema SCHEMA =
      TypeSchema.resource(
          "random_integer",
          "A random whole number in a range, both ends included.",
          Repeats.all(RepeatClass.PURE),
          required("min", INTEGER).replaces().checkedBy(LIMITS).describedAs("The smallest."),
          required("max", INTEGER).replaces().checkedBy(LIMITS).describedAs("The largest."),
          optional("seed", STRING).replaces().describedAs("The same seed gives the same number."),
          RandomProvider.keepers(),
          computed("id", STRING).kept().describedAs("The number as text."),
          computed("result", INTEGER).kept().describedAs("The number."));

  @Override
  public TypeSchema schema() {
    return SCHEMA;
  }

  @Override
  public Outcome create(OperationContext context, JsonNode desired) {
    long min = desired.get("min").longValue();
    long max = desired.get("max").longValue();
    if (min > max) {
      return Outcome.user("EMPTY_RANGE", "min is " + min + ", which is more than max, " + max);
    }
    long result = RandomChoice.of(desired).nextLong(min, max + 1);
    ObjectNode attributes = desired.deepCopy();
    String id = Long.toString(result);
    attributes.put("id", id);
    if (result == (int) result) {
      attributes.put("result", (int) result);
    } else {
      attributes.put("result", result);
    }
    return new Outcome.Done(id, attributes);
  }
}
