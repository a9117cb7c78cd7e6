package io.sluice.transport.seal;

import io.sluice.transport.TransportFailure;
import io.sluice.transport.TransportFailure.Code;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The master key, which never encrypts values itself: it wraps one data key a run. Held by workers,
 * the planner and the command line; the state service has none.
 */
public final class Keyring {
  private static final int KEY_BYTES = 32;
  private static final int IV_BYTES = 12;
  private static final int TAG_BITS = 128;
  private static final int REMEMBERED_KEYS = 10_000;

  private final SecretKeySpec master;
  private final String keyId;
  private final String origin;
  private final SecureRandom random = new SecureRandom();
  private final ConcurrentHashMap<String, SecretKeySpec> unwrapped = new ConcurrentHashMap<>();

  private Keyring(byte[] key, String origin) {
    this.master = new SecretKeySpec(key, "AES");
    this.keyId = id(key);
    this.origin = origin;
  }

  /** The key in the file; it is an error when there is none. */
  public static Keyring load(Path file) {
    try {
      String text = Files.readString(file).strip();
      refuseOpenPermissions(file);
      byte[] key = Base64.getDecoder().decode(text);
      if (key.length != KEY_BYTES) {
        throw new TransportFailure(
            Code.KEY, "the key in " + file + " has " + key.length + " bytes, not " + KEY_BYTES);
      }
      return new Keyring(key, file.toString());
    } catch (java.nio.file.NoSuchFileException e) {
      throw new TransportFailure(
          Code.KEY,
          "there is no key at "
              + file
              + ". Sealed values in state can only be opened with the key that sealed them: put it"
              + " back (mode 0600)",
          e);
    } catch (IllegalArgumentException e) {
      throw new TransportFailure(Code.KEY, "the key in " + file + " is not base64", e);
    } catch (IOException e) {
      throw new TransportFailure(Code.KEY, "the key in " + file + " can't be read: " + e, e);
    }
  }

  /** For a deployment that has no sealed values yet: makes the file when it is missing. */
  public static Keyring loadOrGenerate(Path file) {
    if (Files.exists(file)) {
      return load(file);
    }
    byte[] key = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(key);
    try {
      if (file.getParent() != null) {
        Files.createDirectories(file.getParent());
      }
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.write(
          file,
          (Base64.getEncoder().encodeToString(key) + "\n").getBytes(StandardCharsets.US_ASCII),
          StandardOpenOption.WRITE,
          StandardOpenOption.SYNC);
      return new Keyring(key, file.toString());
    } catch (FileAlreadyExistsException e) {
      return load(file);
    } catch (IOException e) {
      throw new TransportFailure(Code.KEY, "the key " + file + " can't be written: " + e, e);
    }
  }

  /** For tests, and for a key that a secret store hands over. */
  public static Keyring of(byte[] key, String origin) {
    if (key.length != KEY_BYTES) {
      throw new TransportFailure(
          Code.KEY, "a key has " + KEY_BYTES + " bytes, that of " + origin + " has " + key.length);
    }
    return new Keyring(key.clone(), origin);
  }

  public String keyId() {
    return keyId;
  }

  /** A sealer with a data key of its own: one a run. */
  public Sealer sealer() {
    byte[] dataKey = new byte[KEY_BYTES];
    random.nextBytes(dataKey);
    byte[] iv = iv();
    byte[] wrapped = crypt(Cipher.ENCRYPT_MODE, master, iv, wrapContext(), dataKey);
    String wrappedKey = Base64.getEncoder().encodeToString(joined(iv, wrapped));
    SecretKeySpec key = new SecretKeySpec(dataKey, "AES");
    remember(wrappedKey, key);
    return new Sealer(this, key, wrappedKey);
  }

  /** A sealer that only opens. */
  public Sealer opener() {
    return new Sealer(this, null, null);
  }

  byte[] iv() {
    byte[] iv = new byte[IV_BYTES];
    random.nextBytes(iv);
    return iv;
  }

  SecretKeySpec unwrap(String sealedKeyId, String wrappedKey) {
    if (!sealedKeyId.equals(keyId)) {
      throw new TransportFailure(
          Code.KEY,
          "a value was sealed with key "
              + sealedKeyId
              + " and this process has key "
              + keyId
              + " from "
              + origin
              + ": give it the key that sealed the value");
    }
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
        new SecretKeySpec(crypt(Cipher.DECRYPT_MODE, master, iv, wrapContext(), wrapped), "AES");
    remember(wrappedKey, key);
    return key;
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

  private static TransportFailure damaged(@Nullable Throwable cause) {
    return new TransportFailure(
        Code.KEY,
        "a sealed value does not open: it was altered, moved to another workspace or place, or"
            + " sealed with another key",
        cause);
  }

  private byte[] wrapContext() {
    return ("sluice data key " + keyId).getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] joined(byte[] first, byte[] second) {
    byte[] all = java.util.Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, all, first.length, second.length);
    return all;
  }

  private static String id(byte[] key) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(key);
      return HexFormat.of().formatHex(digest, 0, 6);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("SHA-256 is part of every Java", e);
    }
  }

  private static void refuseOpenPermissions(Path file) throws IOException {
    Set<PosixFilePermission> permissions;
    try {
      permissions = Files.getPosixFilePermissions(file);
    } catch (UnsupportedOperationException e) {
      return;
    }
    if (permissions.contains(PosixFilePermission.OTHERS_READ)
        || permissions.contains(PosixFilePermission.OTHERS_WRITE)) {
      throw new TransportFailure(
          Code.KEY, "everyone can read the key " + file + ": chmod 600 " + file);
    }
  }

  /** Never the key. */
  @Override
  public String toString() {
    return "Keyring[" + keyId + " from " + origin + "]";
  }
}
