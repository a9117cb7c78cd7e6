package io.sluice.providers.tls;

import io.sluice.provider.ProviderFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.ExtensionsGenerator;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentVerifierProviderBuilder;
import org.bouncycastle.pkcs.PKCS10CertificationRequest;
import org.bouncycastle.pkcs.PKCS10CertificationRequestBuilder;
import org.bouncycastle.pkcs.PKCSException;

/** Requests for certificates, as the library has them. */
final class SignedRequest {
  private SignedRequest() {}

  static String pem(KeyMaterial key, Subject subject) throws ProviderFailure {
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

  static void verify(PKCS10CertificationRequest request) throws ProviderFailure {
    boolean sound;
    try {
      sound =
          request.isSignatureValid(
              new JcaContentVerifierProviderBuilder()
                  .setProvider(KeyMaterial.BOUNCY_CASTLE)
                  .build(request.getSubjectPublicKeyInfo()));
    } catch (PKCSException | OperatorCreationException e) {
      sound = false;
    }
    if (!sound) {
      throw ProviderFailure.user("BAD_REQUEST", "cert_request_pem is not signed by its own key");
    }
  }
}
