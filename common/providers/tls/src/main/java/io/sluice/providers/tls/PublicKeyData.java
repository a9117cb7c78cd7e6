package io.sluice.providers.tls;

import static io.sluice.provider.schema.AttributeSchema.computed;
import static io.sluice.provider.schema.AttributeSchema.optional;
import static io.sluice.provider.schema.AttributeType.STRING;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.provider.DataType;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.provider.ProviderFailure;
import io.sluice.provider.schema.ConfigRule;
import io.sluice.provider.schema.TypeSchema;

/** {@code data "tls_public_key"}: what belongs to a private key that is known. */
final class PublicKeyData implements DataType {
  private static final TypeSchema SCHEMA =
      TypeSchema.data(
              "tls_public_key",
              "The public key of a private key.",
              optional("private_key_pem", STRING).asSensitive().describedAs("The key in PEM."),
              optional("private_key_openssh", STRING)
                  .asSensitive()
                  .describedAs("The key in OpenSSH's format."),
              computed("algorithm", STRING).describedAs("RSA, ECDSA or ED25519."))
          .withAttributes(PrivateKeyType.publicParts())
          .withRules(ConfigRule.exactlyOneOf("private_key_pem", "private_key_openssh"));

  @Override
  public TypeSchema schema() {
    return SCHEMA;
  }

  @Override
  public Outcome read(OperationContext context, JsonNode config) throws ProviderFailure {
    String name = config.has("private_key_pem") ? "private_key_pem" : "private_key_openssh";
    KeyMaterial key = KeyMaterial.parse(name, config.get(name).textValue());
    ObjectNode attributes = config.deepCopy();
    attributes.put("algorithm", key.algorithm());
    return new Outcome.Done(PrivateKeyType.describe(key, attributes), attributes);
  }
}
