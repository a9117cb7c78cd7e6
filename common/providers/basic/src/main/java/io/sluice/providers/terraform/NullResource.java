package io.sluice.providers.terraform;

import static io.sluice.provider.schema.AttributeSchema.computed;
import static io.sluice.provider.schema.AttributeSchema.optional;
import static io.sluice.provider.schema.AttributeType.STRING;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.RepeatClass;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.provider.StateOnlyType;
import io.sluice.provider.schema.AttributeType;
import io.sluice.provider.schema.Repeats;
import io.sluice.provider.schema.TypeSchema;
import java.util.concurrent.ThreadLocalRandom;

/** Does nothing but hold triggers and a place in the order of resources. */
final class NullResource implements StateOnlyType {
  private static final TypeSchema SCHEMA =
      TypeSchema.resource(
          "null_resource",
          "Does nothing; replaced when its triggers change. terraform_data does more.",
          Repeats.all(RepeatClass.PURE),
          optional("triggers", AttributeType.mapOf(STRING))
              .replaces()
              .describedAs("Arbitrary values; a change replaces the resource."),
          computed("id", STRING).kept().describedAs("A random number."));

  @Override
  public TypeSchema schema() {
    return SCHEMA;
  }

  @Override
  public Outcome create(OperationContext context, JsonNode desired) {
    String id = Long.toString(ThreadLocalRandom.current().nextLong(Long.MAX_VALUE));
    ObjectNode attributes = desired.deepCopy();
    return new Outcome.Done(id, attributes.put("id", id));
  }
}
