package io.sluice.model.digest;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The digest by which Sluice knows contents: 32 bytes, in text as hexadecimal digits. */
public final class Sha256 {
  private Sha256() {}

  /** For what is read piece by piece. */
  public static MessageDigest begun() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-256 is part of every Java", e);
    }
  }

  public static byte[] of(byte[] content) {
    return begun().digest(content);
  }

  public static String hex(byte[] content) {
    return HexFormat.of().formatHex(of(content));
  }

  public static String hex(String content) {
    return hex(content.getBytes(StandardCharsets.UTF_8));
  }

  /** Of what was read piece by piece. */
  public static String hex(MessageDigest begun) {
    return HexFormat.of().formatHex(begun.digest());
  }

  /**
   * The beginning: enough to tell a few apart.
   *
   * @param bytes of the digest, two digits each
   */
  public static String first(int bytes, byte[] content) {
    return HexFormat.of().formatHex(of(content), 0, bytes);
  }
}
