package io.sluice.providers.random;

import static io.sluice.provider.schema.AttributeSchema.computed;
import static io.sluice.provider.schema.AttributeSchema.optional;
import static io.sluice.provider.schema.AttributeSchema.required;
import static io.sluice.provider.schema.AttributeType.INTEGER;
import static io.sluice.provider.schema.AttributeType.STRING;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.RepeatClass;
import io.sluice.model.json.Json;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.provider.StateOnlyType;
import io.sluice.provider.schema.Repeats;
import io.sluice.provider.schema.TypeSchema;
import io.sluice.provider.schema.ValueCheck;
import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;

/** Random bytes, written in several ways. */
final class RandomId implements StateOnlyType {
  private static final TypeSchema SCHEMA =
      TypeSchema.resource(
              "random_id",
              "Random bytes, in several encodings.",
              Repeats.all(RepeatClass.PURE),
              required("byte_length", INTEGER)
                  .replaces()
                  .checkedBy(ValueCheck.between(1, 4_096))
                  .describedAs("The number of bytes, at least 1."),
              optional("prefix", STRING)
                  .replaces()
                  .describedAs("Prepended to every form of the value but id."),
              RandomProvider.keepers(),
              computed("id", STRING).kept().describedAs("The bytes in URL-safe base64."),
              computed("b64_url", STRING).kept().describedAs("URL-safe base64, with the prefix."),
              computed("b64_std", STRING).kept().describedAs("Base64, with the prefix."),
              computed("hex", STRING).kept().describedAs("Hexadecimal, with the prefix."),
              computed("dec", STRING).kept().describedAs("Decimal, with the prefix."))
          .canBeImported();

  private final SecureRandom random = new SecureRandom();

  @Override
  public TypeSchema schema() {
    return SCHEMA;
  }

  @Override
  public Outcome create(OperationContext context, JsonNode desired) {
    byte[] bytes = new byte[desired.get("byte_length").intValue()];
    random.nextBytes(bytes);
    return made(bytes, desired.deepCopy());
  }

  /** {@code ID} or {@code PREFIX,ID}. */
  @Override
  public Outcome importState(OperationContext context, String importId) {
    int comma = importId.lastIndexOf(',');
    ObjectNode attributes = Json.object();
    if (comma >= 0) {
      attributes.put("prefix", importId.substring(0, comma));
    }
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(importId.substring(comma + 1));
      attributes.put("byte_length", bytes.length);
      return made(bytes, attributes);
    } catch (IllegalArgumentException e) {
      return Outcome.user(
          "NOT_AN_ID", "an import id of random_id must be URL-safe base64, or PREFIX,BASE64");
    }
  }

  private static Outcome made(byte[] bytes, ObjectNode attributes) {
    String prefix = attributes.path("prefix").asText("");
    String id = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    attributes
        .put("id", id)
        .put("b64_url", prefix + id)
        .put("b64_std", prefix + Base64.getEncoder().encodeToString(bytes))
        .put("hex", prefix + HexFormat.of().formatHex(bytes))
        .put("dec", prefix + new BigInteger(1, bytes));
    return new Outcome.Done(id, attributes);
  }
}
