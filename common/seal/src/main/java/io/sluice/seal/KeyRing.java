package io.sluice.seal;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.crypto.spec.SecretKeySpec;

/** Keys by their ids, the newest first. */
record KeyRing(Map<String, SecretKeySpec> keys) {
  static KeyRing of(List<byte[]> newestFirst) {
    Map<String, SecretKeySpec> keys = new LinkedHashMap<>();
    newestFirst.forEach(key -> keys.put(id(key), new SecretKeySpec(key, "AES")));
    return new KeyRing(keys);
  }

  String newest() {
    return keys.keySet().iterator().next();
  }

  List<String> ids() {
    return List.copyOf(keys.keySet());
  }

  Optional<SecretKeySpec> key(String id) {
    return Optional.ofNullable(keys.get(id));
  }

  private static String id(byte[] key) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(key);
      return HexFormat.of().formatHex(digest, 0, 6);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("SHA-256 is part of every Java", e);
    }
  }

  /** Never the keys. */
  @Override
  public String toString() {
    return "KeyRing" + keys.keySet();
  }
}
