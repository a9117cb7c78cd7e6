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
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.ConfigRule;
import io.sluice.provider.schema.Repeats;
import io.sluice.provider.schema.TypeSchema;
import io.sluice.provider.schema.ValueCheck;
import java.time.Clock;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;

/**
 * A moment that is kept until its period is over; then a refresh reports it gone, and the next
 * apply makes a new one.
 */
final class TimeRotating implements StateOnlyType {
  private static final List<String> ROTATIONS =
      MomentText.UNITS.stream()
          .filter(unit -> unit != java.time.temporal.ChronoUnit.SECONDS)
          .map(unit -> "rotation_" + MomentText.name(unit))
          .toList();

  private static final TypeSchema SCHEMA = schemaOf();

  private final Clock clock;

  TimeRotating(Clock clock) {
    this.clock = clock;
  }

  private static TypeSchema schemaOf() {
    List<AttributeSchema> rotations = new ArrayList<>();
    List<String> names = new ArrayList<>(ROTATIONS);
    names.add("rotation_rfc3339");
    for (String name : ROTATIONS) {
      rotations.add(
          optional(name, INTEGER)
              .checkedBy(ValueCheck.between(1, 1_000_000))
              .describedAs("The length of the period."));
    }
    return TypeSchema.resource(
            "time_rotating",
            "A moment that is replaced when its period has passed.",
            Repeats.all(RepeatClass.PURE),
            optionalComputed("rfc3339", STRING)
                .replaces()
                .kept()
                .describedAs("The moment to count from (default: the creation)."),
            optionalComputed("rotation_rfc3339", STRING).describedAs("When the period ends."),
            MomentText.triggers(),
            computed("id", STRING).kept().describedAs("The base (RFC 3339)."))
        .withAttributes(rotations)
        .withAttributes(MomentText.parts())
        .withRules(ConfigRule.atLeastOneOf(names.toArray(String[]::new)));
  }

  @Override
  public TypeSchema schema() {
    return SCHEMA;
  }

  @Override
  public Outcome create(OperationContext context, JsonNode desired) throws ProviderFailure {
    return from(MomentText.given(desired, "rfc3339", clock), desired);
  }

  @Override
  public Outcome read(OperationContext context, Prior prior) throws ProviderFailure {
    OffsetDateTime over = MomentText.given(prior.attributes(), "rotation_rfc3339", clock);
    return MomentText.now(clock).isBefore(over)
        ? new Outcome.Done(prior.id(), prior.attributes(), prior.privateData())
        : new Outcome.Gone();
  }

  @Override
  public Outcome update(OperationContext context, Prior prior, JsonNode desired)
      throws ProviderFailure {
    return from(MomentText.given(prior.attributes(), "rfc3339", clock), desired);
  }

  private Outcome from(OffsetDateTime base, JsonNode desired) throws ProviderFailure {
    ObjectNode attributes = MomentText.describe(base, desired.deepCopy());
    if (desired.has("rfc3339")) {
      attributes.set("rfc3339", desired.get("rfc3339"));
    }
    if (!desired.has("rotation_rfc3339")) {
      attributes.put(
          "rotation_rfc3339", MomentText.text(MomentText.plus(base, desired, "rotation_")));
    }
    String id = MomentText.text(base);
    return new Outcome.Done(id, attributes.put("id", id));
  }
}
