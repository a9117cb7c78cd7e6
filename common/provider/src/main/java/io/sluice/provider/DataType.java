package io.sluice.provider;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.provider.schema.TypeSchema;

/** One data source of a provider written in Java. */
public interface DataType {
  TypeSchema schema();

  Outcome read(OperationContext context, JsonNode config)
      throws ProviderFailure, InterruptedException;
}
