package io.sluice.providers.random;

import io.sluice.provider.PlainProvider;
import io.sluice.provider.TypedSession;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.AttributeType;

/**
 * Random values. Making a value twice for one operation does no harm: only one of them is recorded.
 */
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
        .describedAs("Arbitrary values; a change makes a new random value.");
  }
}
