package io.sluice.provider.schema;

import java.util.List;

/** What a provider takes in its own block, and the types that it has. */
public record ProviderSchema(BlockBody configuration, List<TypeSchema> types) {
  public ProviderSchema {
    types = List.copyOf(types);
  }

  public static ProviderSchema unconfigured(List<TypeSchema> types) {
    return new ProviderSchema(BlockBody.of(), types);
  }
}
