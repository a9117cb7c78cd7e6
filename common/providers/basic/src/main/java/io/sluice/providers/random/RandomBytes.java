package io.sluice.providers.random;

import static io.sluice.provider.schema.AttributeSchema.computed;
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
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;

/** Random bytes that are a secret. */
final class RandomBytes implements StateOnlyType {
  private static final TypeSchema SCHEMA =
      TypeSchema.resource(
              "random_bytes",
              "Random bytes for keys and other secrets, kept sealed.",
              Repeats.all(RepeatClass.PURE),
              required("length", INTEGER)
                  .replaces()
                  .checkedBy(ValueCheck.between(1, 65_536))
                  .describedAs("The number of bytes."),
              RandomProvider.keepers(),
              computed("id", STRING).kept().describedAs("Always \"none\"."),
              computed("base64", STRING).asSensitive().kept().describedAs("The bytes in base64."),
              computed("hex", STRING).asSensitive().kept().describedAs("The bytes in hexadecimal."))
          .canBeImported();

  private final SecureRandom random = new SecureRandom();

  @Override
  public TypeSchema schema() {
    return SCHEMA;
  }

  @Override
  public Outcome create(OperationContext context, JsonNode desired) {
    byte[] bytes = new byte[desired.get("length").intValue()];
    random.nextBytes(bytes);
    return made(bytes, desired.deepCopy());
  }

  @Override
  public Outcome importState(OperationContext context, String importId) {
    try {
      byte[] bytes = Base64.getDecoder().decode(importId);
      return made(bytes, Json.object().put("length", bytes.length));
    } catch (IllegalArgumentException e) {
      return Outcome.user("NOT_BASE64", "an import id of random_bytes must be base64");
    }
  }

  private static Outcome made(byte[] bytes, ObjectNode attributes) {
    attributes
        .put("id", "none")
        .put("base64", Base64.getEncoder().encodeToString(bytes))
        .put("hex", HexFormat.of().formatHex(bytes));
    return new Outcome.Done("none", attributes);
  }
}
