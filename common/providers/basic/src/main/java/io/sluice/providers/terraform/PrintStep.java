package io.sluice.providers.terraform;

import static io.sluice.provider.schema.AttributeSchema.required;
import static io.sluice.provider.schema.AttributeType.ANY;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.RepeatClass;
import io.sluice.model.json.Json;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.provider.StepType;
import io.sluice.provider.schema.TypeSchema;

/** {@code step "print"}: prints lines to those who follow the run. */
final class PrintStep implements StepType {
  private static final TypeSchema SCHEMA =
      TypeSchema.step(
          "print",
          "Prints lines to everyone who follows the run.",
          RepeatClass.PURE,
          required("message", ANY).describedAs("A text, or any value, shown as JSON."));

  @Override
  public TypeSchema schema() {
    return SCHEMA;
  }

  @Override
  public Outcome run(OperationContext context, JsonNode arguments) {
    JsonNode message = arguments.get("message");
    context.log().say(message.isTextual() ? message.textValue() : Json.text(message));
    return new Outcome.Done(context.token(), arguments.deepCopy());
  }
}
