package io.sluice.providers.tls;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Optional;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.bc.BcX509ExtensionUtils;

/** What a certificate says besides its subject. */
final class CertificateParts {
  private CertificateParts() {}

  static void extend(
      X509v3CertificateBuilder builder,
      JsonNode desired,
      Certificate.Parties parties,
      boolean authorityId)
      throws IOException {
    boolean authority = desired.path("is_ca_certificate").asBoolean();
    JsonNode uses = desired.path("allowed_uses");
    Optional<KeyUsage> usage = AllowedUses.usage(uses);
    if (usage.isPresent()) {
      builder.addExtension(Extension.keyUsage, true, usage.get());
    }
    Optional<ExtendedKeyUsage> purposes = AllowedUses.purposes(uses);
    if (purposes.isPresent()) {
      builder.addExtension(Extension.extendedKeyUsage, false, purposes.get());
    }
    builder.addExtension(Extension.basicConstraints, true, constraints(desired, authority));
    BcX509ExtensionUtils ids = new BcX509ExtensionUtils();
    if (authority || desired.path("set_subject_key_id").asBoolean()) {
      builder.addExtension(
          Extension.subjectKeyIdentifier, false, ids.createSubjectKeyIdentifier(parties.key()));
    }
    if (authorityId) {
      builder.addExtension(
          Extension.authorityKeyIdentifier,
          false,
          ids.createAuthorityKeyIdentifier(parties.signerKey()));
    }
    if (parties.alternatives().isPresent()) {
      builder.addExtension(Extension.subjectAlternativeName, false, parties.alternatives().get());
    }
  }

  private static BasicConstraints constraints(JsonNode desired, boolean authority) {
    return authority && desired.has("max_path_length")
        ? new BasicConstraints(desired.get("max_path_length").intValue())
        : new BasicConstraints(authority);
  }
}
