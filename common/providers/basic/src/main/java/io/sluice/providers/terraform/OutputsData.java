package io.sluice.providers.terraform;

import static io.sluice.provider.schema.AttributeSchema.computed;
import static io.sluice.provider.schema.AttributeSchema.optional;
import static io.sluice.provider.schema.AttributeType.ANY;
import static io.sluice.provider.schema.AttributeType.STRING;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.json.Json;
import io.sluice.provider.DataType;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.provider.ProviderFailure;
import io.sluice.provider.schema.AttributeType;
import io.sluice.provider.schema.ConfigRule;
import io.sluice.provider.schema.TypeSchema;

/**
 * The outputs of another workspace. The planner uses the same type for the outputs of the root
 * module itself, as they are once the run knows their values.
 */
final class OutputsData implements DataType {
  private static final TypeSchema SCHEMA =
      TypeSchema.data(
              "sluice_outputs",
              "The outputs of another workspace of the same deployment.",
              optional("workspace", STRING).describedAs("The other workspace."),
              optional("values", ANY)
                  .describedAs("The planner's own: outputs to record, each with what it is."),
              computed(ReadOutputs.OUTPUTS, ANY)
                  .describedAs("The outputs by name. Those that are sensitive there are so here."),
              computed(ReadOutputs.SENSITIVE, AttributeType.listOf(STRING))
                  .describedAs("The names of the outputs that are sensitive."))
          .withRules(ConfigRule.exactlyOneOf("workspace", "values"));

  @Override
  public TypeSchema schema() {
    return SCHEMA;
  }

  @Override
  public Outcome read(OperationContext context, JsonNode config) throws ProviderFailure {
    if (config.hasNonNull("values")) {
      ObjectNode recorded = Json.object();
      recorded.set("values", config.get("values").deepCopy());
      return new Outcome.Done("outputs", recorded);
    }
    String workspace = config.path("workspace").asText();
    return ReadOutputs.of(context, workspace).in(workspace, config);
  }
}
