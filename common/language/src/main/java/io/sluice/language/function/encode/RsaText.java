package io.sluice.language.function.encode;

import io.sluice.language.function.FunctionFailure;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.util.Optional;
import javax.crypto.Cipher;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;

/** Decrypts text with a private key in PEM. */
final class RsaText {
  private RsaText() {}

  static String decrypt(byte[] text, String pem) throws FunctionFailure {
    PrivateKey key = key(pem);
    try {
      Cipher cipher = Cipher.getInstance("RSA/ECB/PKCS1Padding");
      cipher.init(Cipher.DECRYPT_MODE, key);
      Optional<String> plain = EncodingFunctions.utf8(cipher.doFinal(text));
      return plain.orElseGet(() -> new String(text, StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new FunctionFailure("failed to decrypt: crypto/rsa: decryption error");
    }
  }

  private static PrivateKey key(String pem) throws FunctionFailure {
    try (PEMParser parser = new PEMParser(new StringReader(pem))) {
      PrivateKeyInfo info =
          switch (parser.readObject()) {
            case PEMKeyPair pair -> pair.getPrivateKeyInfo();
            case PrivateKeyInfo single -> single;
            case null, default -> throw noKey();
          };
      return new JcaPEMKeyConverter().getPrivateKey(info);
    } catch (IOException e) {
      throw noKey();
    }
  }

  private static FunctionFailure noKey() {
    return new FunctionFailure(1, "failed to parse key: no key found");
  }
}
