package io.sluice.providers.tls;

import static io.sluice.provider.schema.AttributeSchema.computed;
import static io.sluice.provider.schema.AttributeSchema.optional;
import static io.sluice.provider.schema.AttributeSchema.required;
import static io.sluice.provider.schema.AttributeType.INTEGER;
import static io.sluice.provider.schema.AttributeType.STRING;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.RepeatClass;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.provider.StateOnlyType;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.Repeats;
import io.sluice.provider.schema.TypeSchema;
import io.sluice.provider.schema.ValueCheck;
import java.util.List;
import java.util.Optional;

/** {@code tls_private_key}. */
final class PrivateKeyType implements StateOnlyType {
  private static final TypeSchema SCHEMA =
      TypeSchema.resource(
              "tls_private_key",
              "A private key.",
              Repeats.all(RepeatClass.PURE),
              required("algorithm", STRING)
                  .replaces()
                  .checkedBy(ValueCheck.oneOf("RSA", "ECDSA", "ED25519"))
                  .describedAs("RSA, ECDSA or ED25519."),
              optional("rsa_bits", INTEGER)
                  .replaces()
                  .defaultsTo(2048)
                  .checkedBy(ValueCheck.between(1024, 16384))
                  .describedAs("The size of an RSA key."),
              optional("ecdsa_curve", STRING)
                  .replaces()
                  .defaultsTo("P224")
                  .checkedBy(ValueCheck.oneOf("P224", "P256", "P384", "P521"))
                  .describedAs("The curve of an ECDSA key."),
              secret("private_key_pem", "The key: PKCS#1, SEC 1 or PKCS#8, by algorithm."),
              secret("private_key_pem_pkcs8", "The key in PKCS#8."),
              secret("private_key_openssh", "The key in OpenSSH's format; empty for curve P224."))
          .withAttributes(publicParts());

  /** What follows from a key and may be known. */
  static List<AttributeSchema> publicParts() {
    return List.of(
        computed("public_key_pem", STRING).kept().describedAs("The public key in PEM."),
        computed("public_key_openssh", STRING)
            .kept()
            .describedAs("A line of authorized_keys; empty for curve P224."),
        computed("public_key_fingerprint_md5", STRING)
            .kept()
            .describedAs("OpenSSH's older fingerprint."),
        computed("public_key_fingerprint_sha256", STRING)
            .kept()
            .describedAs("OpenSSH's fingerprint."),
        computed("id", STRING).kept().describedAs("SHA-1 of the public key."));
  }

  private static AttributeSchema secret(String name, String description) {
    return computed(name, STRING).kept().asSensitive().describedAs(description);
  }

  @Override
  public TypeSchema schema() {
    return SCHEMA;
  }

  @Override
  public Outcome create(OperationContext context, JsonNode desired) {
    KeyMaterial key =
        KeyMaterial.generate(
            desired.get("algorithm").textValue(),
            desired.path("rsa_bits").asInt(2048),
            desired.path("ecdsa_curve").asText("P224"));
    ObjectNode attributes = desired.deepCopy();
    attributes
        .put("private_key_pem", key.privatePem())
        .put("private_key_pem_pkcs8", key.privatePkcs8())
        .put(
            "private_key_openssh",
            OpenSshForm.of(key.parameters()).map(OpenSshForm::privatePem).orElse(""));
    return new Outcome.Done(describe(key, attributes), attributes);
  }

  /** Adds the public parts, and returns the id. */
  static String describe(KeyMaterial key, ObjectNode attributes) {
    Optional<OpenSshForm> ssh = OpenSshForm.of(key.parameters());
    String id = id(key);
    attributes
        .put("public_key_pem", key.publicPem())
        .put("public_key_openssh", ssh.map(OpenSshForm::publicLine).orElse(""))
        .put("public_key_fingerprint_md5", ssh.map(OpenSshForm::md5).orElse(""))
        .put("public_key_fingerprint_sha256", ssh.map(OpenSshForm::sha256).orElse(""))
        .put("id", id);
    return id;
  }

  static String id(KeyMaterial key) {
    return KeyMaterial.sha1(key.publicDer());
  }
}
