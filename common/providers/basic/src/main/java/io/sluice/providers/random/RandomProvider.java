package io.sluice.providers.random;

import io.sluice.provider.PlainProvider;
import io.sluice.provider.TypedSession;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.AttributeType;

/** Random values. A value made twice for one operation is no harm: only one of them is recorded. */
public final class RandomProvider extends PlainProvider {
  public RandomProvider() {
    super(
        "random",
        TypedSession.of(
            new RandomId(),
            new RandomPassword("random_password"),
            new RandomPassword("random_string"),
            new RandomUuid(),
            new RandomBytes(),
            new RandomInteger(),
            new RandomShuffle(),
            new RandomPet()));
  }

  static AttributeSchema keepers() {
    return AttributeSchema.optional("keepers", AttributeType.mapOf(AttributeType.STRING))
        .replaces()
        .describedAs("Arbitrary values; when one changes, a new random value is made.");
  }
}
