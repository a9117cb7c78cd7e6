package io.sluice.providers.terraform;

import static io.sluice.provider.schema.AttributeSchema.required;
import static io.sluice.provider.schema.AttributeType.ANY;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.provider.DataType;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.provider.schema.TypeSchema;

/** The outputs of a root module, as they are once the run knows their values. */
final class OutputsData implements DataType {
  private static final TypeSchema SCHEMA =
      TypeSchema.data(
          "sluice_outputs",
          "The outputs of a root module; the planner makes it.",
          required("values", ANY).describedAs("By name: value, sensitive, and type if known."));

  @Override
  public TypeSchema schema() {
    return SCHEMA;
  }

  @Override
  public Outcome read(OperationContext context, JsonNode config) {
    return new Outcome.Done("outputs", config.deepCopy());
  }
}
