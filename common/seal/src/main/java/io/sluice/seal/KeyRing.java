package io.sluice.seal;

import io.sluice.model.digest.Sha256;
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
    return Sha256.first(6, key);
  }

  /** Never the keys. */
  @Override
  public String toString() {
    return "KeyRing" + keys.keySet();
  }
}
