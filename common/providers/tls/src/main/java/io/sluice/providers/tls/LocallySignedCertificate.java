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
import io.sluice.provider.schema.Repeats;
import io.sluice.provider.schema.TypeSchema;
import java.io.IOException;
import java.io.StringReader;
import java.time.Clock;
import java.util.Optional;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.Extensions;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.pkcs.PKCS10CertificationRequest;

/** {@code tls_locally_signed_cert}: a request, signed by an authority whose key is at hand. */
final class LocallySignedCertificate extends Certificate {
  private static final TypeSchema SCHEMA =
      TypeSchema.resource(
              "tls_locally_signed_cert",
              "A certificate that your own authority signs.",
              Repeats.all(RepeatClass.PURE),
              required("cert_request_pem", STRING).replaces().describedAs("The request."),
              required("ca_private_key_pem", STRING)
                  .replaces()
                  .asSensitive()
                  .describedAs("The authority's key."),
              required("ca_cert_pem", STRING)
                  .replaces()
                  .describedAs("The authority's certificate."),
              computed("ca_key_algorithm", STRING).kept().describedAs("The authority's algorithm."))
          .withAttributes(Certificate.attributes());

  LocallySignedCertificate(Clock clock) {
    super(clock);
  }

  @Override
  public TypeSchema schema() {
    return SCHEMA;
  }

  @Override
  public Outcome create(OperationContext context, JsonNode desired) throws ProviderFailure {
    PKCS10CertificationRequest request =
        parsed(desired, "cert_request_pem", PKCS10CertificationRequest.class, "a request");
    X509CertificateHolder authority =
        parsed(desired, "ca_cert_pem", X509CertificateHolder.class, "a certificate");
    KeyMaterial key =
        KeyMaterial.parse("ca_private_key_pem", desired.get("ca_private_key_pem").textValue());
    SignedRequest.verify(request);
    if (!authority.getSubjectPublicKeyInfo().equals(key.publicKey())) {
      throw ProviderFailure.user(
          "OTHER_KEY", "ca_private_key_pem is not the key of the certificate ca_cert_pem");
    }
    Parties parties =
        new Parties(
            request.getSubject(),
            alternatives(request),
            request.getSubjectPublicKeyInfo(),
            authority.getSubject(),
            key,
            authority.getSubjectPublicKeyInfo());
    Outcome.Done made = issue(desired, parties, true);
    ObjectNode attributes = made.attributes().deepCopy();
    return new Outcome.Done(made.id(), attributes.put("ca_key_algorithm", key.algorithm()));
  }

  private static Optional<GeneralNames> alternatives(PKCS10CertificationRequest request) {
    Extensions extensions = request.getRequestedExtensions();
    return extensions == null
        ? Optional.empty()
        : Optional.ofNullable(
            GeneralNames.fromExtensions(extensions, Extension.subjectAlternativeName));
  }

  private static <T> T parsed(JsonNode desired, String argument, Class<T> kind, String what)
      throws ProviderFailure {
    try (PEMParser parser = new PEMParser(new StringReader(desired.get(argument).textValue()))) {
      Object object = parser.readObject();
      if (kind.isInstance(object)) {
        return kind.cast(object);
      }
    } catch (IOException | RuntimeException e) {
      // Reported below.
    }
    throw ProviderFailure.user("BAD_PEM", argument + " is not " + what + " in PEM");
  }
}
