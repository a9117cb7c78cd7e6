package io.sluice.providers.time;

import static io.sluice.provider.schema.AttributeSchema.required;
import static io.sluice.provider.schema.AttributeType.STRING;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.RepeatClass;
import io.sluice.model.time.DurationText;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.provider.ProviderFailure;
import io.sluice.provider.StepType;
import io.sluice.provider.schema.TypeSchema;
import io.sluice.provider.schema.ValueCheck;

/** {@code step "sleep"}: waits. */
final class SleepStep implements StepType {
  private static final TypeSchema SCHEMA =
      TypeSchema.step(
          "sleep",
          "Waits.",
          RepeatClass.PURE,
          required("duration", STRING)
              .checkedBy(ValueCheck.DURATION)
              .describedAs("How long to wait, for example 30s."));

  @Override
  public TypeSchema schema() {
    return SCHEMA;
  }

  @Override
  public Outcome run(OperationContext context, JsonNode arguments)
      throws ProviderFailure, InterruptedException {
    try {
      context.pause(DurationText.duration(arguments.get("duration").textValue()));
      return new Outcome.Done(context.token(), arguments.deepCopy());
    } catch (OperationContext.Stopped e) {
      throw e.nothingDone();
    }
  }
}
