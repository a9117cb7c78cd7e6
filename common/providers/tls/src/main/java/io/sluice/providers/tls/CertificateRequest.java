package io.sluice.providers.tls;

import static io.sluice.provider.schema.AttributeSchema.computed;
import static io.sluice.provider.schema.AttributeSchema.required;
import static io.sluice.provider.schema.AttributeType.STRING;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.RepeatClass;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.provider.ProviderFailure;
import io.sluice.provider.StateOnlyType;
import io.sluice.provider.schema.Repeats;
import io.sluice.provider.schema.TypeSchema;

/** {@code tls_cert_request}. */
final class CertificateRequest implements StateOnlyType {
  private static final TypeSchema SCHEMA =
      TypeSchema.resource(
              "tls_cert_request",
              "A request for a certificate (CSR).",
              Repeats.all(RepeatClass.PURE),
              required("private_key_pem", STRING)
                  .replaces()
                  .asSensitive()
                  .describedAs("The key that the certificate certifies."),
              computed("key_algorithm", STRING).kept().describedAs("The key's algorithm."),
              computed("cert_request_pem", STRING).kept().describedAs("The request in PEM."),
              computed("id", STRING).kept().describedAs("SHA-1 of the public key."))
          .withAttributes(SubjectSchema.alternativeNames())
          .withBlock(SubjectSchema.block());

  @Override
  public TypeSchema schema() {
    return SCHEMA;
  }

  @Override
  public Outcome create(OperationContext context, JsonNode desired) throws ProviderFailure {
    KeyMaterial key =
        KeyMaterial.parse("private_key_pem", desired.get("private_key_pem").textValue());
    ObjectNode attributes = desired.deepCopy();
    attributes
        .put("key_algorithm", key.algorithm())
        .put("cert_request_pem", SignedRequest.pem(key, Subject.of(desired)))
        .put("id", PrivateKeyType.id(key));
    return new Outcome.Done(PrivateKeyType.id(key), attributes);
  }
}
