package io.sluice.providers.time;

import static io.sluice.provider.schema.AttributeSchema.computed;
import static io.sluice.provider.schema.AttributeSchema.optionalComputed;
import static io.sluice.provider.schema.AttributeType.STRING;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.RepeatClass;
import io.sluice.model.json.Json;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.provider.ProviderFailure;
import io.sluice.provider.StateOnlyType;
import io.sluice.provider.schema.Repeats;
import io.sluice.provider.schema.TypeSchema;
import java.time.Clock;
import java.time.OffsetDateTime;

/** The moment at which it was made, kept. */
final class TimeStatic implements StateOnlyType {
  private static final TypeSchema SCHEMA =
      TypeSchema.resource(
              "time_static",
              "The time of its creation, kept in state.",
              Repeats.all(RepeatClass.PURE),
              optionalComputed("rfc3339", STRING)
                  .replaces()
                  .describedAs("The moment; by default that of the creation."),
              MomentText.triggers(),
              computed("id", STRING).kept().describedAs("The moment (RFC 3339)."))
          .withAttributes(MomentText.parts())
          .canBeImported();

  private final Clock clock;

  TimeStatic(Clock clock) {
    this.clock = clock;
  }

  @Override
  public TypeSchema schema() {
    return SCHEMA;
  }

  @Override
  public Outcome create(OperationContext context, JsonNode desired) throws ProviderFailure {
    OffsetDateTime moment = MomentText.given(desired, "rfc3339", clock);
    ObjectNode attributes = MomentText.describe(moment, desired.deepCopy());
    if (desired.has("rfc3339")) {
      attributes.set("rfc3339", desired.get("rfc3339"));
    }
    String id = MomentText.text(moment);
    return new Outcome.Done(id, attributes.put("id", id));
  }

  @Override
  public Outcome importState(OperationContext context, String importId) throws ProviderFailure {
    return create(context, Json.object().put("rfc3339", importId));
  }
}
