package io.sluice.providers.time;

import static io.sluice.provider.schema.AttributeSchema.computed;
import static io.sluice.provider.schema.AttributeSchema.optional;
import static io.sluice.provider.schema.AttributeType.STRING;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.RepeatClass;
import io.sluice.model.time.DurationText;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.provider.Prior;
import io.sluice.provider.ProviderFailure;
import io.sluice.provider.StateOnlyType;
import io.sluice.provider.schema.AttributeType;
import io.sluice.provider.schema.ConfigRule;
import io.sluice.provider.schema.Repeats;
import io.sluice.provider.schema.TypeSchema;
import io.sluice.provider.schema.ValueCheck;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Waits when it is created, or when it is destroyed. */
final class TimeSleep implements StateOnlyType {
  private static final TypeSchema SCHEMA =
      TypeSchema.resource(
              "time_sleep",
              "Waits when it is created or destroyed.",
              Repeats.all(RepeatClass.PURE),
              optional("create_duration", STRING)
                  .checkedBy(ValueCheck.DURATION)
                  .describedAs("How long to wait at creation, for example 30s or 5m."),
              optional("destroy_duration", STRING)
                  .checkedBy(ValueCheck.DURATION)
                  .describedAs("How long to wait at destruction."),
              optional("triggers", AttributeType.mapOf(STRING))
                  .replaces()
                  .describedAs("Arbitrary values; a change makes it wait again."),
              computed("id", STRING).kept().describedAs("The end of the wait (RFC 3339)."))
          .withRules(ConfigRule.atLeastOneOf("create_duration", "destroy_duration"));

  private final Clock clock;

  TimeSleep(Clock clock) {
    this.clock = clock;
  }

  @Override
  public TypeSchema schema() {
    return SCHEMA;
  }

  @Override
  public Outcome create(OperationContext context, JsonNode desired)
      throws ProviderFailure, InterruptedException {
    sleep(context, desired.path("create_duration"));
    String id = Instant.now(clock).truncatedTo(ChronoUnit.MILLIS).toString();
    ObjectNode attributes = desired.deepCopy();
    return new Outcome.Done(id, attributes.put("id", id));
  }

  @Override
  public Outcome update(OperationContext context, Prior prior, JsonNode desired) {
    ObjectNode attributes = desired.deepCopy();
    return new Outcome.Done(prior.id(), attributes.put("id", prior.id()));
  }

  @Override
  public Outcome delete(OperationContext context, Prior prior)
      throws ProviderFailure, InterruptedException {
    sleep(context, prior.attributes().path("destroy_duration"));
    return new Outcome.Gone();
  }

  private static void sleep(OperationContext context, JsonNode duration)
      throws ProviderFailure, InterruptedException {
    if (!duration.isTextual()) {
      return;
    }
    try {
      context.pause(DurationText.duration(duration.textValue()));
    } catch (OperationContext.Stopped e) {
      throw e.nothingDone();
    }
  }
}
