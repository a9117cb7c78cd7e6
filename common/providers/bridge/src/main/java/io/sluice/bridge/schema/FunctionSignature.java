package io.sluice.bridge.schema;

import io.sluice.language.value.Type;
import java.util.List;
import java.util.Optional;

/** A function of a provider. */
public record FunctionSignature(
    List<Parameter> parameters, Optional<Parameter> variadic, Type result, String summary) {

  /** One parameter, or what each further argument is. */
  public record Parameter(String name, Type type, boolean allowsNull, boolean allowsUnknown) {}

  public FunctionSignature {
    parameters = List.copyOf(parameters);
  }
}
