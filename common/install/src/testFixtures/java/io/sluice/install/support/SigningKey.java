package io.sluice.install.support;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.Date;
import java.util.Locale;
import org.bouncycastle.bcpg.ArmoredOutputStream;
import org.bouncycastle.bcpg.HashAlgorithmTags;
import org.bouncycastle.bcpg.PublicKeyAlgorithmTags;
import org.bouncycastle.bcpg.PublicKeyPacket;
import org.bouncycastle.bcpg.sig.KeyFlags;
import org.bouncycastle.crypto.generators.RSAKeyPairGenerator;
import org.bouncycastle.crypto.params.RSAKeyGenerationParameters;
import org.bouncycastle.openpgp.PGPException;
import org.bouncycastle.openpgp.PGPKeyPair;
import org.bouncycastle.openpgp.PGPKeyRingGenerator;
import org.bouncycastle.openpgp.PGPSignature;
import org.bouncycastle.openpgp.PGPSignatureGenerator;
import org.bouncycastle.openpgp.PGPSignatureSubpacketGenerator;
import org.bouncycastle.openpgp.PGPSignatureSubpacketVector;
import org.bouncycastle.openpgp.operator.bc.BcPGPContentSignerBuilder;
import org.bouncycastle.openpgp.operator.bc.BcPGPDigestCalculatorProvider;
import org.bouncycastle.openpgp.operator.bc.BcPGPKeyPair;

/** An OpenPGP key of an author of providers. */
public final class SigningKey {
  private final PGPKeyPair pair;
  private final String armoured;

  private SigningKey(PGPKeyPair pair, String armoured) {
    this.pair = pair;
    this.armoured = armoured;
  }

  public static SigningKey generate() {
    try {
      RSAKeyPairGenerator generator = new RSAKeyPairGenerator();
      generator.init(
          new RSAKeyGenerationParameters(
              BigInteger.valueOf(0x10001), new SecureRandom(), 2048, 80));
      PGPKeyPair pair =
          new BcPGPKeyPair(
              PublicKeyPacket.VERSION_4,
              PublicKeyAlgorithmTags.RSA_GENERAL,
              generator.generateKeyPair(),
              new Date(System.currentTimeMillis() - 60_000));
      PGPKeyRingGenerator ring =
          new PGPKeyRingGenerator(
              PGPSignature.POSITIVE_CERTIFICATION,
              pair,
              "Author <author@example.com>",
              new BcPGPDigestCalculatorProvider().get(HashAlgorithmTags.SHA1),
              mayBeUsedToSign(),
              null,
              signer(pair),
              null);
      ByteArrayOutputStream text = new ByteArrayOutputStream();
      try (ArmoredOutputStream out = new ArmoredOutputStream(text)) {
        ring.generatePublicKeyRing().encode(out);
      }
      return new SigningKey(pair, text.toString());
    } catch (PGPException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Without this, some programs take no signature of the key. */
  private static PGPSignatureSubpacketVector mayBeUsedToSign() {
    PGPSignatureSubpacketGenerator generator = new PGPSignatureSubpacketGenerator();
    generator.setKeyFlags(true, KeyFlags.CERTIFY_OTHER | KeyFlags.SIGN_DATA);
    return generator.generate();
  }

  private static BcPGPContentSignerBuilder signer(PGPKeyPair pair) {
    return new BcPGPContentSignerBuilder(
        pair.getPublicKey().getAlgorithm(), HashAlgorithmTags.SHA256);
  }

  public String armoured() {
    return armoured;
  }

  public String id() {
    return String.format(Locale.ROOT, "%016X", pair.getKeyID());
  }

  public byte[] sign(byte[] document) {
    try {
      PGPSignatureGenerator generator =
          new PGPSignatureGenerator(signer(pair), pair.getPublicKey());
      generator.init(PGPSignature.BINARY_DOCUMENT, pair.getPrivateKey());
      generator.update(document);
      return generator.generate().getEncoded();
    } catch (PGPException | IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
