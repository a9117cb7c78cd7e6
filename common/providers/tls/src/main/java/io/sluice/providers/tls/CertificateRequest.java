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
import java.io.IOException;
import java.io.UncheckedIOException;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.ExtensionsGenerator;
import org.bouncycastle.pkcs.PKCS10CertificationRequest;
import org.bouncycastle.pkcs.PKCS10CertificationRequestBuilder;

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
          .withAttributes(Subject.alternativeNames())
          .withBlock(Subject.block());

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
        .put("cert_request_pem", pem(key, Subject.of(desired)))
        .put("id", PrivateKeyType.id(key));
    return new Outcome.Done(PrivateKeyType.id(key), attributes);
  }

  private static String pem(KeyMaterial key, Subject subject) throws ProviderFailure {
    try {
      var builder = new PKCS10CertificationRequestBuilder(subject.name(), key.publicKey());
      if (subject.alternatives().isPresent()) {
        ExtensionsGenerator extensions = new ExtensionsGenerator();
        extensions.addExtension(
            Extension.subjectAlternativeName, false, subject.alternatives().get());
        builder.addAttribute(
            PKCSObjectIdentifiers.pkcs_9_at_extensionRequest, extensions.generate());
      }
      PKCS10CertificationRequest request = builder.build(key.signer());
      return KeyMaterial.pem("CERTIFICATE REQUEST", request.getEncoded());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
