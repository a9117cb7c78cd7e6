package io.sluice.provider;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.provider.schema.TypeSchema;

/** One step runner of a provider written in Java. */
public interface StepType {
  TypeSchema schema();

  Outcome run(OperationContext context, JsonNode arguments)
      throws ProviderFailure, InterruptedException;
}
