package io.sluice.providers.time;

import static io.sluice.provider.schema.AttributeSchema.computed;
import static io.sluice.provider.schema.AttributeSchema.optional;
import static io.sluice.provider.schema.AttributeSchema.optionalComputed;
import static io.sluice.provider.schema.AttributeType.INTEGER;
import static io.sluice.provider.schema.AttributeType.STRING;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.RepeatClass;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.provider.Prior;
import io.sluice.provider.ProviderFailure;
import io.sluice.provider.StateOnlyType;
import io.sluice.provider.schema.ConfigRule;
import io.sluice.provider.schema.Repeats;
import io.sluice.provider.schema.TypeSchema;
import java.time.Clock;
import java.time.OffsetDateTime;

/** A moment at a given distance from another. */
final class TimeOffset implements StateOnlyType {
  private static final String[] OFFSETS =
      MomentText.UNITS.stream()
          .map(unit -> "offset_" + MomentText.name(unit))
          .toArray(String[]::new);

  private static final TypeSchema SCHEMA =
      TypeSchema.resource(
              "time_offset",
              "A moment at a given distance from another one.",
              Repeats.all(RepeatClass.PURE),
              optionalComputed("base_rfc3339", STRING)
                  .replaces()
                  .kept()
                  .describedAs("The moment to count from (default: the creation)."),
              MomentText.triggers(),
              computed("rfc3339", STRING).describedAs("The moment (RFC 3339)."),
              computed("id", STRING).kept().describedAs("The base (RFC 3339)."))
          .withAttributes(
              java.util.Arrays.stream(OFFSETS)
                  .map(name -> optional(name, INTEGER).describedAs("May be negative."))
                  .toList())
          .withAttributes(MomentText.parts())
          .withRules(ConfigRule.atLeastOneOf(OFFSETS));

  private final Clock clock;

  TimeOffset(Clock clock) {
    this.clock = clock;
  }

  @Override
  public TypeSchema schema() {
    return SCHEMA;
  }

  @Override
  public Outcome create(OperationContext context, JsonNode desired) throws ProviderFailure {
    return from(MomentText.given(desired, "base_rfc3339", clock), desired);
  }

  @Override
  public Outcome update(OperationContext context, Prior prior, JsonNode desired)
      throws ProviderFailure {
    return from(MomentText.given(prior.attributes(), "base_rfc3339", clock), desired);
  }

  private static Outcome from(OffsetDateTime base, JsonNode desired) throws ProviderFailure {
    ObjectNode attributes =
        MomentText.describe(MomentText.plus(base, desired, "offset_"), desired.deepCopy());
    String id = MomentText.text(base);
    if (!desired.has("base_rfc3339")) {
      attributes.put("base_rfc3339", id);
    }
    return new Outcome.Done(id, attributes.put("id", id));
  }
}
