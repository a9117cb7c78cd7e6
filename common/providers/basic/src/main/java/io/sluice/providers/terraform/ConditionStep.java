package io.sluice.providers.terraform;

import static io.sluice.provider.schema.AttributeSchema.required;
import static io.sluice.provider.schema.AttributeType.ANY;
import static io.sluice.provider.schema.AttributeType.STRING;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.RepeatClass;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.provider.StepType;
import io.sluice.provider.schema.TypeSchema;

/** Pre- and postconditions that could not be checked before the run. */
final class ConditionStep implements StepType {
  private static final TypeSchema SCHEMA =
      TypeSchema.step(
          "sluice_condition",
          "Checks conditions of a resource during the run; the planner makes it.",
          RepeatClass.PURE,
          required("subject", STRING).describedAs("The address that the conditions belong to."),
          required("moment", STRING).describedAs("precondition or postcondition."),
          required("conditions", ANY).describedAs("Conditions, each with its error message."));

  @Override
  public TypeSchema schema() {
    return SCHEMA;
  }

  @Override
  public Outcome run(OperationContext context, JsonNode arguments) {
    for (JsonNode each : arguments.path("conditions")) {
      JsonNode condition = each.path("condition");
      boolean holds =
          condition.isBoolean() ? condition.asBoolean() : "true".equals(condition.asText());
      if (!holds) {
        return Outcome.user(
            "CONDITION_FAILED",
            "Resource %s failed: %s: %s"
                .formatted(
                    arguments.path("moment").asText(),
                    arguments.path("subject").asText(),
                    each.path("error_message").asText()));
      }
    }
    return new Outcome.Done(context.token(), arguments.deepCopy());
  }
}
