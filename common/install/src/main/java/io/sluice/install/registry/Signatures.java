package io.sluice.install.registry;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.bouncycastle.openpgp.PGPException;
import org.bouncycastle.openpgp.PGPPublicKey;
import org.bouncycastle.openpgp.PGPPublicKeyRing;
import org.bouncycastle.openpgp.PGPPublicKeyRingCollection;
import org.bouncycastle.openpgp.PGPSignature;
import org.bouncycastle.openpgp.PGPSignatureList;
import org.bouncycastle.openpgp.PGPUtil;
import org.bouncycastle.openpgp.bc.BcPGPObjectFactory;
import org.bouncycastle.openpgp.operator.bc.BcKeyFingerprintCalculator;
import org.bouncycastle.openpgp.operator.bc.BcPGPContentVerifierBuilderProvider;

/**
 * Detached OpenPGP signatures. That a key has expired since does not matter: old packages stay
 * installable, and the registry vouches for the key. A revoked key signs nothing.
 */
final class Signatures {
  private Signatures() {}

  /** The id of the key that made the signature, of those that are given. */
  static Optional<String> signer(byte[] document, byte[] signature, List<String> keys) {
    for (String armoured : keys) {
      try {
        Optional<String> signer = signer(document, signature, rings(armoured));
        if (signer.isPresent()) {
          return signer;
        }
      } catch (IOException | PGPException | RuntimeException e) {
        // What is no key, or no signature, has signed nothing.
      }
    }
    return Optional.empty();
  }

  private static PGPPublicKeyRingCollection rings(String armoured)
      throws IOException, PGPException {
    InputStream text = new ByteArrayInputStream(armoured.getBytes(StandardCharsets.UTF_8));
    return new PGPPublicKeyRingCollection(
        PGPUtil.getDecoderStream(text), new BcKeyFingerprintCalculator());
  }

  private static Optional<String> signer(
      byte[] document, byte[] signature, PGPPublicKeyRingCollection rings)
      throws IOException, PGPException {
    InputStream bytes = PGPUtil.getDecoderStream(new ByteArrayInputStream(signature));
    Object first = new BcPGPObjectFactory(bytes).nextObject();
    if (!(first instanceof PGPSignatureList list)) {
      return Optional.empty();
    }
    for (PGPSignature one : list) {
      PGPPublicKeyRing ring = rings.getPublicKeyRing(one.getKeyID());
      PGPPublicKey key = ring == null ? null : ring.getPublicKey(one.getKeyID());
      if (key != null && maySign(ring, key) && isBy(key, one, document)) {
        return Optional.of(String.format(Locale.ROOT, "%016X", key.getKeyID()));
      }
    }
    return Optional.empty();
  }

  private static boolean isBy(PGPPublicKey key, PGPSignature signature, byte[] document)
      throws PGPException {
    boolean ofBytes =
        signature.getSignatureType() == PGPSignature.BINARY_DOCUMENT
            || signature.getSignatureType() == PGPSignature.CANONICAL_TEXT_DOCUMENT;
    if (!ofBytes) {
      return false;
    }
    signature.init(new BcPGPContentVerifierBuilderProvider(), key);
    signature.update(document);
    return signature.verify();
  }

  /** A key below the first one needs the word of the first that it belongs to it. */
  private static boolean maySign(PGPPublicKeyRing ring, PGPPublicKey key) throws PGPException {
    PGPPublicKey master = ring.getPublicKey();
    if (master.hasRevocation() || key.hasRevocation()) {
      return false;
    }
    if (key.getKeyID() == master.getKeyID()) {
      return true;
    }
    Iterator<PGPSignature> bindings = key.getSignaturesOfType(PGPSignature.SUBKEY_BINDING);
    while (bindings.hasNext()) {
      PGPSignature binding = bindings.next();
      binding.init(new BcPGPContentVerifierBuilderProvider(), master);
      if (binding.verifyCertification(master, key)) {
        return true;
      }
    }
    return false;
  }
}
