package io.sluice.seal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The master keys, which never encrypt values themselves: the newest wraps one data key a run, the
 * older ones open what they wrapped. Held by workers, the planner and the command line; the state
 * service has none.
 */
public final class Keyring {
  static final int KEY_BYTES = 32;
  private static final int IV_BYTES = 12;
  private static final int TAG_BITS = 128;
  private static final int FINGERPRINT_BYTES = 8;
  private static final int REMEMBERED_KEYS = 10_000;

  private final String origin;
  private final @Nullable KeyFile file;
  private final SecureRandom random = new SecureRandom();
  private final ConcurrentHashMap<String, SecretKeySpec> unwrapped = new ConcurrentHashMap<>();
  private volatile KeyRing ring;

  private Keyring(KeyRing ring, String origin, @Nullable KeyFile file) {
    this.ring = ring;
    this.origin = origin;
    this.file = file;
  }

  /** The keys in the file, the newest first; it is an error when there is none. */
  public static Keyring load(Path path) {
    KeyFile file = new KeyFile(path);
    return new Keyring(file.read(), path.toString(), file);
  }

  /** For a deployment that has no sealed values yet: makes the file when it is missing. */
  public static Keyring loadOrGenerate(Path path) {
    new KeyFile(path).makeIfMissing();
    return load(path);
  }

  /**
   * Puts a new key before those of the file. What runs seals with it from its next run on; what was
   * sealed before still opens.
   */
  public static Keyring rotate(Path path) {
    new KeyFile(path).addNewest();
    return load(path);
  }

  /** For tests, and for a key that a secret store hands over. */
  public static Keyring of(byte[] key, String origin) {
    if (key.length != KEY_BYTES) {
      throw new SealFailure(
          "a key has " + KEY_BYTES + " bytes, that of " + origin + " has " + key.length);
    }
    return new Keyring(KeyRing.of(List.of(key)), origin, null);
  }

  /** Of the key that seals. */
  public String keyId() {
    return ring.newest();
  }

  /** Of all keys that open, the one that seals first. */
  public List<String> keyIds() {
    return ring.ids();
  }

  /** A sealer with a data key of its own: one a run. */
  public Sealer sealer() {
    byte[] dataKey = new byte[KEY_BYTES];
    random.nextBytes(dataKey);
    byte[] iv = iv();
    KeyRing now = current();
    String keyId = now.newest();
    byte[] wrapped =
        crypt(Cipher.ENCRYPT_MODE, now.key(keyId).orElseThrow(), iv, wrapContext(keyId), dataKey);
    String wrappedKey = Base64.getEncoder().encodeToString(joined(iv, wrapped));
    SecretKeySpec key = new SecretKeySpec(dataKey, "AES");
    remember(wrappedKey, key);
    return new Sealer(this, keyId, key, wrappedKey);
  }

  /** A sealer that only opens. */
  public Sealer opener() {
    return new Sealer(this, null, null, null);
  }

  /**
   * Stand-ins for a text that must not be shown, one for each key, the newest first: the same for
   * the same text in the same workspace, and of no use for guessing the text without a key.
   */
  public List<String> fingerprints(String workspace, String text) {
    byte[] content = (workspace.length() + "/" + workspace + "/" + text).getBytes(UTF_8);
    return current().keys().values().stream()
        .map(key -> mac(mac(key.getEncoded(), "sluice fingerprint".getBytes(UTF_8)), content))
        .map(mac -> HexFormat.of().formatHex(mac, 0, FINGERPRINT_BYTES))
        .toList();
  }

  private static byte[] mac(byte[] key, byte[] content) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return mac.doFinal(content);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("HMAC with SHA-256 is part of every Java", e);
    }
  }

  byte[] iv() {
    byte[] iv = new byte[IV_BYTES];
    random.nextBytes(iv);
    return iv;
  }

  SecretKeySpec unwrap(String sealedKeyId, String wrappedKey) {
    SecretKeySpec master =
        ring.key(sealedKeyId)
            .or(() -> current().key(sealedKeyId))
            .orElseThrow(() -> unknown(sealedKeyId));
    SecretKeySpec known = unwrapped.get(wrappedKey);
    if (known != null) {
      return known;
    }
    byte[] bytes = Base64.getDecoder().decode(wrappedKey);
    if (bytes.length <= IV_BYTES) {
      throw damaged(null);
    }
    byte[] iv = java.util.Arrays.copyOf(bytes, IV_BYTES);
    byte[] wrapped = java.util.Arrays.copyOfRange(bytes, IV_BYTES, bytes.length);
    SecretKeySpec key =
        new SecretKeySpec(
            crypt(Cipher.DECRYPT_MODE, master, iv, wrapContext(sealedKeyId), wrapped), "AES");
    remember(wrappedKey, key);
    return key;
  }

  private SealFailure unknown(String sealedKeyId) {
    return new SealFailure(
        "a value was sealed with key "
            + sealedKeyId
            + " and this process has "
            + (ring.ids().size() == 1 ? "key " : "keys ")
            + String.join(", ", ring.ids())
            + " from "
            + origin
            + ": add the key that sealed the value to its key file (on a line of its own after the"
            + " newest)");
  }

  /** The keys that the file has now; if it can't be read any more, those that it had. */
  private KeyRing current() {
    if (file != null) {
      ring = file.changed().orElse(ring);
    }
    return ring;
  }

  private void remember(String wrappedKey, SecretKeySpec key) {
    if (unwrapped.size() >= REMEMBERED_KEYS) {
      unwrapped.clear();
    }
    unwrapped.put(wrappedKey, key);
  }

  static byte[] crypt(int mode, SecretKeySpec key, byte[] iv, byte[] context, byte[] input) {
    try {
      Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
      cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, iv));
      cipher.updateAAD(context);
      return cipher.doFinal(input);
    } catch (GeneralSecurityException e) {
      if (mode == Cipher.DECRYPT_MODE) {
        throw damaged(e);
      }
      throw new IllegalStateException("AES-GCM is part of every Java", e);
    }
  }

  private static SealFailure damaged(@Nullable Throwable cause) {
    return new SealFailure(
        "a sealed value cannot be opened: it was altered, moved to another workspace or place, or"
            + " sealed with another key",
        cause);
  }

  private static byte[] wrapContext(String keyId) {
    return ("sluice data key " + keyId).getBytes(UTF_8);
  }

  private static byte[] joined(byte[] first, byte[] second) {
    byte[] all = java.util.Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, all, first.length, second.length);
    return all;
  }

  /** Never the key. */
  @Override
  public String toString() {
    return "Keyring[" + ring.ids() + " from " + origin + "]";
  }
}
