package io.sluice.providers.random;

import static io.sluice.provider.schema.AttributeSchema.computed;
import static io.sluice.provider.schema.AttributeSchema.optional;
import static io.sluice.provider.schema.AttributeSchema.required;
import static io.sluice.provider.schema.AttributeType.BOOL;
import static io.sluice.provider.schema.AttributeType.INTEGER;
import static io.sluice.provider.schema.AttributeType.STRING;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.RepeatClass;
import io.sluice.model.json.Json;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.provider.ProviderFailure;
import io.sluice.provider.StateOnlyType;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.Repeats;
import io.sluice.provider.schema.TypeSchema;
import io.sluice.provider.schema.ValueCheck;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.bouncycastle.crypto.generators.OpenBSDBCrypt;

/** {@code random_password}, and {@code random_string}, which is the same without the secrecy. */
final class RandomPassword implements StateOnlyType {
  private static final String LOWER = "abcdefghijklmnopqrstuvwxyz";
  private static final String UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  private static final String NUMERIC = "0123456789";
  private static final String SPECIAL = "!@#$%&*()-_=+[]{}<>:?";

  /** As much of a password as bcrypt looks at. */
  private static final int BCRYPT_LIMIT = 72;

  private static final int BCRYPT_COST = 10;

  private final SecureRandom random = new SecureRandom();
  private final TypeSchema schema;
  private final boolean secret;

  RandomPassword(String type) {
    this.secret = type.equals("random_password");
    TypeSchema common =
        TypeSchema.resource(
                type,
                secret
                    ? "A random password, kept sealed."
                    : "A random string that is not secret; for secrets use random_password.",
                Repeats.all(RepeatClass.PURE),
                required("length", INTEGER)
                    .replaces()
                    .checkedBy(ValueCheck.between(1, 65_536))
                    .describedAs("The number of characters."),
                characters("lower", "lower-case letters"),
                characters("upper", "upper-case letters"),
                characters("numeric", "digits"),
                characters("special", "the special characters " + SPECIAL),
                atLeast("min_lower"),
                atLeast("min_upper"),
                atLeast("min_numeric"),
                atLeast("min_special"),
                optional("override_special", STRING)
                    .replaces()
                    .describedAs("The special characters to use instead."),
                RandomProvider.keepers())
            .canBeImported();
    AttributeSchema result = computed("result", STRING).kept().describedAs("The value.");
    AttributeSchema id = computed("id", STRING).kept();
    this.schema =
        secret
            ? common.withAttributes(
                List.of(
                    id.describedAs("Always \"none\"."),
                    result.asSensitive(),
                    computed("bcrypt_hash", STRING)
                        .asSensitive()
                        .kept()
                        .describedAs("A bcrypt hash of the first 72 bytes.")))
            : common.withAttributes(List.of(id.describedAs("The value."), result));
  }

  private static AttributeSchema characters(String name, String what) {
    return optional(name, BOOL).defaultsTo(true).replaces().describedAs("Use " + what + ".");
  }

  private static AttributeSchema atLeast(String name) {
    return optional(name, INTEGER)
        .defaultsTo(0)
        .replaces()
        .checkedBy(ValueCheck.between(0, 65_536))
        .describedAs("The least number of these characters.");
  }

  @Override
  public TypeSchema schema() {
    return schema;
  }

  @Override
  public Outcome create(OperationContext context, JsonNode desired) throws ProviderFailure {
    return made(generate(desired), desired.deepCopy());
  }

  @Override
  public Outcome importState(OperationContext context, String importId) {
    ObjectNode attributes = Json.object().put("length", importId.length());
    for (String used : List.of("lower", "upper", "numeric", "special")) {
      attributes.put(used, true).put("min_" + used, 0);
    }
    return made(importId, attributes);
  }

  private Outcome made(String value, ObjectNode attributes) {
    attributes.put("result", value);
    if (!secret) {
      attributes.put("id", value);
      return new Outcome.Done(value, attributes);
    }
    attributes.put("id", "none").put("bcrypt_hash", bcrypt(value));
    return new Outcome.Done("none", attributes);
  }

  private String generate(JsonNode desired) throws ProviderFailure {
    String special = desired.path("override_special").asText("");
    StringBuilder all = new StringBuilder();
    List<Integer> chosen = new ArrayList<>();
    collect("lower", LOWER, desired, all, chosen);
    collect("upper", UPPER, desired, all, chosen);
    collect("numeric", NUMERIC, desired, all, chosen);
    collect("special", special.isEmpty() ? SPECIAL : special, desired, all, chosen);
    int length = desired.get("length").intValue();
    if (chosen.size() > length) {
      throw ProviderFailure.user(
          "LENGTH_TOO_SMALL",
          "length is " + length + ", but the minimums ask for " + chosen.size() + " characters");
    }
    if (all.isEmpty()) {
      throw ProviderFailure.user(
          "NO_CHARACTERS", "at least one of lower, upper, numeric and special must be true");
    }
    pick(all.toString(), length - chosen.size(), chosen);
    Collections.shuffle(chosen, random);
    StringBuilder value = new StringBuilder();
    chosen.forEach(value::appendCodePoint);
    return value.toString();
  }

  private void collect(
      String name, String characters, JsonNode desired, StringBuilder all, List<Integer> chosen) {
    if (desired.path(name).asBoolean(true)) {
      all.append(characters);
    }
    pick(characters, desired.path("min_" + name).asInt(0), chosen);
  }

  private void pick(String characters, int count, List<Integer> into) {
    int[] points = characters.codePoints().toArray();
    for (int i = 0; i < count; i++) {
      into.add(points[random.nextInt(points.length)]);
    }
  }

  private String bcrypt(String value) {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    byte[] salt = new byte[16];
    random.nextBytes(salt);
    return OpenBSDBCrypt.generate(
        "2a", Arrays.copyOf(bytes, Math.min(bytes.length, BCRYPT_LIMIT)), salt, BCRYPT_COST);
  }
}
