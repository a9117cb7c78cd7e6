package io.sluice.bridge.wire;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** A key and its own certificate, made for one process and trusted only by its peer. */
public record OneUseCertificate(PrivateKey key, X509Certificate certificate) {
  private static final Duration BEFORE = Duration.ofSeconds(30);
  private static final Duration AFTER = Duration.ofDays(30 * 365);
  private static final X500Name NAME = new X500Name("O=HashiCorp,CN=localhost");

  public static OneUseCertificate make() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp521r1"));
      KeyPair pair = generator.generateKeyPair();
      return new OneUseCertificate(pair.getPrivate(), certificate(pair));
    } catch (GeneralSecurityException | OperatorCreationException | CertIOException e) {
      throw new IllegalStateException("no certificate can be made", e);
    }
  }

  private static X509Certificate certificate(KeyPair pair)
      throws GeneralSecurityException, OperatorCreationException, CertIOException {
    Instant now = Instant.now();
    X509v3CertificateBuilder builder =
        new JcaX509v3CertificateBuilder(
            NAME,
            new BigInteger(128, new SecureRandom()),
            Date.from(now.minus(BEFORE)),
            Date.from(now.plus(AFTER)),
            NAME,
            pair.getPublic());
    int uses =
        KeyUsage.digitalSignature
            | KeyUsage.keyEncipherment
            | KeyUsage.keyAgreement
            | KeyUsage.keyCertSign;
    KeyPurposeId[] purposes = {KeyPurposeId.id_kp_clientAuth, KeyPurposeId.id_kp_serverAuth};
    builder
        .addExtension(Extension.basicConstraints, true, new BasicConstraints(true))
        .addExtension(Extension.keyUsage, true, new KeyUsage(uses))
        .addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(purposes))
        .addExtension(
            Extension.subjectAlternativeName,
            false,
            new GeneralNames(new GeneralName(GeneralName.dNSName, "localhost")));
    return new JcaX509CertificateConverter()
        .getCertificate(
            builder.build(new JcaContentSignerBuilder("SHA512withECDSA").build(pair.getPrivate())));
  }

  /** The certificate as a plugin reads it from its environment. */
  public String pem() {
    try {
      Base64.Encoder lines = Base64.getMimeEncoder(64, new byte[] {'\n'});
      return "-----BEGIN CERTIFICATE-----\n"
          + lines.encodeToString(certificate.getEncoded())
          + "\n-----END CERTIFICATE-----\n";
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a certificate that was just made has no bytes", e);
    }
  }
}
