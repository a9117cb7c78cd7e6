package io.sluice.providers.tls;

import io.sluice.provider.ProviderFailure;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.RSAKeyGenParameterSpec;
import java.util.HexFormat;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.crypto.params.AsymmetricKeyParameter;
import org.bouncycastle.crypto.params.ECPrivateKeyParameters;
import org.bouncycastle.crypto.params.ECPublicKeyParameters;
import org.bouncycastle.crypto.params.Ed25519PrivateKeyParameters;
import org.bouncycastle.crypto.params.RSAKeyParameters;
import org.bouncycastle.crypto.params.RSAPrivateCrtKeyParameters;
import org.bouncycastle.crypto.util.OpenSSHPrivateKeyUtil;
import org.bouncycastle.crypto.util.PrivateKeyFactory;
import org.bouncycastle.crypto.util.PrivateKeyInfoFactory;
import org.bouncycastle.crypto.util.SubjectPublicKeyInfoFactory;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.openssl.PEMEncryptedKeyPair;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaMiscPEMGenerator;
import org.bouncycastle.operator.ContentSigner;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.pkcs.PKCS8EncryptedPrivateKeyInfo;
import org.bouncycastle.util.io.pem.PemObject;
import org.bouncycastle.util.io.pem.PemReader;
import org.bouncycastle.util.io.pem.PemWriter;

/** A private key and the public key that belongs to it. */
record KeyMaterial(PrivateKeyInfo privateKey, SubjectPublicKeyInfo publicKey, String algorithm) {
  /** Never installed in the process: asked by name. */
  static final Provider BOUNCY_CASTLE = new BouncyCastleProvider();

  static KeyMaterial generate(String algorithm, int rsaBits, String curve) {
    return switch (algorithm) {
      case "RSA" ->
          generate("RSA", "RSA", new RSAKeyGenParameterSpec(rsaBits, RSAKeyGenParameterSpec.F4));
      case "ECDSA" -> generate("ECDSA", "EC", new ECGenParameterSpec(curve.replace("P", "P-")));
      case "ED25519" -> generate("ED25519", "Ed25519", null);
      default -> throw new IllegalStateException("algorithm " + algorithm);
    };
  }

  private static KeyMaterial generate(
      String algorithm,
      String generator,
      @org.jspecify.annotations.Nullable AlgorithmParameterSpec spec) {
    try {
      KeyPairGenerator keys = KeyPairGenerator.getInstance(generator, BOUNCY_CASTLE);
      if (spec != null) {
        keys.initialize(spec);
      }
      KeyPair pair = keys.generateKeyPair();
      return new KeyMaterial(
          PrivateKeyInfo.getInstance(pair.getPrivate().getEncoded()),
          SubjectPublicKeyInfo.getInstance(pair.getPublic().getEncoded()),
          algorithm);
    } catch (NoSuchAlgorithmException | java.security.InvalidAlgorithmParameterException e) {
      throw new IllegalStateException(e);
    }
  }

  /** PEM (PKCS#1, SEC 1, PKCS#8) or OpenSSH. Messages about a faulty key do not repeat it. */
  static KeyMaterial parse(String argument, String pem) throws ProviderFailure {
    try {
      if (pem.contains("BEGIN OPENSSH PRIVATE KEY")) {
        try (PemReader reader = new PemReader(new StringReader(pem))) {
          PemObject object = reader.readPemObject();
          return of(OpenSSHPrivateKeyUtil.parsePrivateKeyBlob(object.getContent()));
        }
      }
      try (PEMParser parser = new PEMParser(new StringReader(pem))) {
        return switch (parser.readObject()) {
          case PEMKeyPair pair -> of(PrivateKeyFactory.createKey(pair.getPrivateKeyInfo()));
          case PrivateKeyInfo info -> of(PrivateKeyFactory.createKey(info));
          case PEMEncryptedKeyPair encrypted -> throw encrypted(argument);
          case PKCS8EncryptedPrivateKeyInfo encrypted -> throw encrypted(argument);
          case null, default -> throw noKey(argument);
        };
      }
    } catch (IOException | RuntimeException e) {
      throw noKey(argument);
    }
  }

  private static ProviderFailure encrypted(String argument) {
    return ProviderFailure.user(
        "ENCRYPTED_KEY", argument + " is an encrypted key; give it without a passphrase");
  }

  private static ProviderFailure noKey(String argument) {
    return ProviderFailure.user(
        "BAD_KEY", argument + " is not a private key in PEM (RSA, ECDSA or Ed25519)");
  }

  private static KeyMaterial of(AsymmetricKeyParameter key) throws IOException {
    return switch (key) {
      case RSAPrivateCrtKeyParameters rsa ->
          of("RSA", rsa, new RSAKeyParameters(false, rsa.getModulus(), rsa.getPublicExponent()));
      case ECPrivateKeyParameters ec ->
          of(
              "ECDSA",
              ec,
              new ECPublicKeyParameters(
                  ec.getParameters().getG().multiply(ec.getD()).normalize(), ec.getParameters()));
      case Ed25519PrivateKeyParameters edwards ->
          of("ED25519", edwards, edwards.generatePublicKey());
      default -> throw new IOException("another kind of key");
    };
  }

  private static KeyMaterial of(
      String algorithm, AsymmetricKeyParameter secret, AsymmetricKeyParameter open)
      throws IOException {
    return new KeyMaterial(
        PrivateKeyInfoFactory.createPrivateKeyInfo(secret),
        SubjectPublicKeyInfoFactory.createSubjectPublicKeyInfo(open),
        algorithm);
  }

  /** PKCS#1 for RSA, SEC 1 for ECDSA, PKCS#8 for Ed25519, as Terraform writes them. */
  String privatePem() {
    return algorithm.equals("ED25519") ? privatePkcs8() : misc(privateKey);
  }

  String privatePkcs8() {
    try {
      return pem("PRIVATE KEY", privateKey.getEncoded());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String publicPem() {
    return pem("PUBLIC KEY", publicDer());
  }

  byte[] publicDer() {
    try {
      return publicKey.getEncoded();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  AsymmetricKeyParameter parameters() {
    try {
      return PrivateKeyFactory.createKey(privateKey);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  ContentSigner signer() throws ProviderFailure {
    try {
      PrivateKey key = BouncyCastleProvider.getPrivateKey(privateKey);
      if (key == null) {
        key =
            java.security.KeyFactory.getInstance("Ed25519", BOUNCY_CASTLE)
                .generatePrivate(
                    new java.security.spec.PKCS8EncodedKeySpec(privateKey.getEncoded()));
      }
      return new JcaContentSignerBuilder(signature()).setProvider(BOUNCY_CASTLE).build(key);
    } catch (OperatorCreationException | IOException | java.security.GeneralSecurityException e) {
      throw ProviderFailure.user("BAD_KEY", "this private key cannot sign");
    }
  }

  private String signature() {
    if (algorithm.equals("RSA")) {
      return "SHA256withRSA";
    }
    if (algorithm.equals("ED25519")) {
      return "Ed25519";
    }
    int bits = ((ECPrivateKeyParameters) parameters()).getParameters().getCurve().getFieldSize();
    return bits <= 256 ? "SHA256withECDSA" : bits <= 384 ? "SHA384withECDSA" : "SHA512withECDSA";
  }

  private static String misc(Object object) {
    StringWriter text = new StringWriter();
    try (PemWriter writer = new PemWriter(text)) {
      writer.writeObject(new JcaMiscPEMGenerator(object));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString().replace("\r", "");
  }

  /** In hexadecimal. */
  static String sha1(byte[] content) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-1", e);
    }
  }

  static String pem(String kind, byte[] content) {
    StringWriter text = new StringWriter();
    try (PemWriter writer = new PemWriter(text)) {
      writer.writeObject(new PemObject(kind, content));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString().replace("\r", "");
  }
}
