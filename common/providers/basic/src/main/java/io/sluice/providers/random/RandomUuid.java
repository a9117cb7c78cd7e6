package io.sluice.providers.random;

import static io.sluice.provider.schema.AttributeSchema.computed;
import static io.sluice.provider.schema.AttributeType.STRING;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.RepeatClass;
import io.sluice.model.json.Json;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.provider.StateOnlyType;
import io.sluice.provider.schema.Repeats;
import io.sluice.provider.schema.TypeSchema;
import java.util.UUID;

/** A random UUID. */
final class RandomUuid implements StateOnlyType {
  private static final TypeSchema SCHEMA =
      TypeSchema.resource(
              "random_uuid",
              "A random UUID (version 4).",
              Repeats.all(RepeatClass.PURE),
              RandomProvider.keepers(),
              computed("id", STRING).kept().describedAs("The UUID."),
              computed("result", STRING).kept().describedAs("The UUID."))
          .canBeImported();

  @Override
  public TypeSchema schema() {
    return SCHEMA;
  }

  @Override
  public Outcome create(OperationContext context, JsonNode desired) {
    return made(UUID.randomUUID().toString(), desired.deepCopy());
  }

  @Override
  public Outcome importState(OperationContext context, String importId) {
    try {
      return made(UUID.fromString(importId).toString(), Json.object());
    } catch (IllegalArgumentException e) {
      return Outcome.user("NOT_A_UUID", "an import id of random_uuid must be a UUID");
    }
  }

  private static Outcome made(String id, ObjectNode attributes) {
    return new Outcome.Done(id, attributes.put("id", id).put("result", id));
  }
}
