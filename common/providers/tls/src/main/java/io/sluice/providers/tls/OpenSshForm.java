package io.sluice.providers.tls;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import org.bouncycastle.crypto.params.AsymmetricKeyParameter;
import org.bouncycastle.crypto.params.ECPrivateKeyParameters;
import org.bouncycastle.crypto.params.Ed25519PrivateKeyParameters;
import org.bouncycastle.crypto.params.RSAPrivateCrtKeyParameters;

/** A key as OpenSSH writes it (PROTOCOL.key, RFC 4253, RFC 5656). */
final class OpenSshForm {
  private static final int BLOCK = 8;
  private final byte[] open;
  private final byte[] secret;
  private final String name;

  private OpenSshForm(String name, Bytes open, Bytes secret) {
    this.name = name;
    this.open = open.written();
    this.secret = secret.written();
  }

  /** Empty for curve P-224, which OpenSSH doesn't know. */
  static Optional<OpenSshForm> of(AsymmetricKeyParameter key) {
    return switch (key) {
      case RSAPrivateCrtKeyParameters rsa -> {
        Bytes open =
            new Bytes().text("ssh-rsa").number(rsa.getPublicExponent()).number(rsa.getModulus());
        Bytes secret =
            new Bytes()
                .text("ssh-rsa")
                .number(rsa.getModulus())
                .number(rsa.getPublicExponent())
                .number(rsa.getExponent())
                .number(rsa.getQInv())
                .number(rsa.getP())
                .number(rsa.getQ());
        yield Optional.of(new OpenSshForm("ssh-rsa", open, secret));
      }
      case ECPrivateKeyParameters ec -> {
        int bits = ec.getParameters().getCurve().getFieldSize();
        if (bits < 256) {
          yield Optional.empty();
        }
        String curve = "nistp" + bits;
        byte[] point = ec.getParameters().getG().multiply(ec.getD()).normalize().getEncoded(false);
        String type = "ecdsa-sha2-" + curve;
        Bytes open = new Bytes().text(type).text(curve).string(point);
        Bytes secret = new Bytes().text(type).text(curve).string(point).number(ec.getD());
        yield Optional.of(new OpenSshForm(type, open, secret));
      }
      case Ed25519PrivateKeyParameters edwards -> {
        byte[] point = edwards.generatePublicKey().getEncoded();
        Bytes both = new Bytes().raw(edwards.getEncoded()).raw(point);
        Bytes open = new Bytes().text("ssh-ed25519").string(point);
        Bytes secret = new Bytes().text("ssh-ed25519").string(point).string(both.written());
        yield Optional.of(new OpenSshForm("ssh-ed25519", open, secret));
      }
      default -> Optional.empty();
    };
  }

  String publicLine() {
    return name + " " + Base64.getEncoder().encodeToString(open) + "\n";
  }

  String md5() {
    return HexFormat.ofDelimiter(":").formatHex(hash("MD5"));
  }

  String sha256() {
    return "SHA256:" + Base64.getEncoder().withoutPadding().encodeToString(hash("SHA-256"));
  }

  String privatePem() {
    byte[] check = java.util.Arrays.copyOf(hash("SHA-256"), 4);
    Bytes plain = new Bytes().raw(check).raw(check).raw(secret).text("");
    for (int i = 1; plain.size() % BLOCK != 0; i++) {
      plain.raw(new byte[] {(byte) i});
    }
    Bytes whole =
        new Bytes()
            .raw("openssh-key-v1\0".getBytes(StandardCharsets.US_ASCII))
            .text("none")
            .text("none")
            .text("")
            .count(1)
            .string(open)
            .string(plain.written());
    return KeyMaterial.pem("OPENSSH PRIVATE KEY", whole.written());
  }

  private byte[] hash(String algorithm) {
    try {
      return MessageDigest.getInstance(algorithm).digest(open);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The data types of the SSH protocol (RFC 4251). */
  private static final class Bytes {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final DataOutputStream out = new DataOutputStream(bytes);

    Bytes raw(byte[] value) {
      try {
        out.write(value);
        return this;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    Bytes count(int value) {
      try {
        out.writeInt(value);
        return this;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    Bytes string(byte[] value) {
      return count(value.length).raw(value);
    }

    Bytes text(String value) {
      return string(value.getBytes(StandardCharsets.US_ASCII));
    }

    Bytes number(BigInteger value) {
      return string(value.toByteArray());
    }

    int size() {
      return out.size();
    }

    byte[] written() {
      return bytes.toByteArray();
    }
  }
}
