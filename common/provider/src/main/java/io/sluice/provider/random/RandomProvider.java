package io.sluice.provider.random;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.provider.Provider;
import io.sluice.provider.TypedSession;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.AttributeType;
import io.sluice.provider.schema.ProviderSchema;

/** Random values. A value made twice for one operation is no harm: only one of them is recorded. */
public final class RandomProvider implements Provider {
  private final TypedSession types =
      TypedSession.of(new RandomId(), new RandomPassword("random_password"));

  @Override
  public String name() {
    return "random";
  }

  @Override
  public ProviderSchema schema() {
    return types.schema();
  }

  @Override
  public Configured configure(JsonNode configuration) {
    return new Configured.Ready(types);
  }

  static AttributeSchema keepers() {
    return AttributeSchema.optional("keepers", AttributeType.mapOf(AttributeType.STRING))
        .replaces()
        .describedAs("Arbitrary values; when one changes, a new random value is made.");
  }
}
