package io.sluice.providers.random;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.UUID;
import java.util.random.RandomGenerator;

/**
 * The source of choices: a seed makes them the same each time, though not the same as Terraform's.
 */
final class RandomChoice {
  private RandomChoice() {}

  static RandomGenerator of(JsonNode desired) {
    if (!desired.hasNonNull("seed")) {
      return new SecureRandom();
    }
    byte[] seed = desired.get("seed").asText().getBytes(StandardCharsets.UTF_8);
    return new java.util.Random(UUID.nameUUIDFromBytes(seed).getMostSignificantBits());
  }
}
