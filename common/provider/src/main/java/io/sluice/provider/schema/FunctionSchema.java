package io.sluice.provider.schema;

import java.util.List;
import java.util.Optional;

/** A function that configurations may call: {@code provider::NAME::FUNCTION()}. */
public record FunctionSchema(
    List<Parameter> parameters, Optional<Parameter> variadic, AttributeType result) {
  public FunctionSchema {
    parameters = List.copyOf(parameters);
  }

  /** One parameter, or what each further argument is. */
  public record Parameter(
      String name, AttributeType type, boolean allowsNull, boolean allowsUnknown) {}
}
