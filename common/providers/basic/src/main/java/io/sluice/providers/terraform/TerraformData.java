package io.sluice.providers.terraform;

import static io.sluice.provider.schema.AttributeSchema.computed;
import static io.sluice.provider.schema.AttributeSchema.optional;
import static io.sluice.provider.schema.AttributeType.ANY;
import static io.sluice.provider.schema.AttributeType.STRING;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.RepeatClass;
import io.sluice.model.json.Json;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.provider.Prior;
import io.sluice.provider.StateOnlyType;
import io.sluice.provider.schema.Repeats;
import io.sluice.provider.schema.TypeSchema;
import java.util.UUID;

/** Keeps a value, and a place in the order of things. */
final class TerraformData implements StateOnlyType {
  private static final TypeSchema SCHEMA =
      TypeSchema.resource(
              "terraform_data",
              "Keeps a value in state; replaced when its triggers change.",
              Repeats.all(RepeatClass.PURE),
              optional("input", ANY).describedAs("Any value; it is the output after the apply."),
              optional("triggers_replace", ANY)
                  .replaces()
                  .describedAs("Any value; a change replaces the resource."),
              computed("output", ANY).describedAs("The input."),
              computed("id", STRING).kept().describedAs("A UUID."))
          .canBeImported();

  @Override
  public TypeSchema schema() {
    return SCHEMA;
  }

  @Override
  public Outcome create(OperationContext context, JsonNode desired) {
    return made(UUID.randomUUID().toString(), desired);
  }

  @Override
  public Outcome update(OperationContext context, Prior prior, JsonNode desired) {
    return made(prior.id(), desired);
  }

  @Override
  public Outcome importState(OperationContext context, String importId) {
    return made(importId, Json.object());
  }

  private static Outcome made(String id, JsonNode desired) {
    ObjectNode attributes = desired.deepCopy();
    JsonNode input = attributes.path("input");
    attributes.set("output", input.isMissingNode() ? NullNode.instance : input.deepCopy());
    return new Outcome.Done(id, attributes.put("id", id));
  }
}
