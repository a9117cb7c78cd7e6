package io.sluice.language.function.encode;

import io.sluice.language.function.Function;
import io.sluice.language.function.FunctionFailure;
import io.sluice.language.function.Parameter;
import io.sluice.language.function.number.NumberFunctions;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.bouncycastle.crypto.generators.OpenBSDBCrypt;

/** Hashes and names made of them. */
public final class HashFunctions {
  private static final Map<String, String> NAMESPACES =
      Map.of(
          "dns", "6ba7b810-9dad-11d1-80b4-00c04fd430c8",
          "url", "6ba7b811-9dad-11d1-80b4-00c04fd430c8",
          "oid", "6ba7b812-9dad-11d1-80b4-00c04fd430c8",
          "x500", "6ba7b814-9dad-11d1-80b4-00c04fd430c8");
  private static final int DEFAULT_COST = 10;

  private HashFunctions() {}

  public static List<Function> all() {
    return List.of(
        hash("md5", "MD5", HashFunctions::hex),
        hash("sha1", "SHA-1", HashFunctions::hex),
        hash("sha256", "SHA-256", HashFunctions::hex),
        hash("sha512", "SHA-512", HashFunctions::hex),
        hash("base64sha256", "SHA-256", EncodingFunctions::base64),
        hash("base64sha512", "SHA-512", EncodingFunctions::base64),
        bcrypt(),
        rsaDecrypt(),
        uuid(),
        uuidV5());
  }

  public interface Text {
    String of(byte[] bytes);
  }

  private static Function hash(String name, String algorithm, Text text) {
    return Function.named(name)
        .with("str", Types.STRING)
        .gives(Types.STRING)
        .does(
            (a, type, context) ->
                Value.of(
                    text.of(
                        digest(algorithm, a.get(0).asText().getBytes(StandardCharsets.UTF_8)))));
  }

  public static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  public static byte[] digest(String algorithm, byte[] bytes) {
    try {
      return MessageDigest.getInstance(algorithm).digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has " + algorithm, e);
    }
  }

  private static Function bcrypt() {
    return Function.named("bcrypt")
        .with("str", Types.STRING)
        .more(Parameter.of("cost", Types.NUMBER))
        .gives(Types.STRING)
        .does(
            (a, type, context) -> {
              if (a.size() > 2) {
                throw new FunctionFailure("bcrypt() takes no more than two arguments");
              }
              int cost =
                  a.size() == 2
                      ? NumberFunctions.wholeNumber(1, a.get(1).asNumber())
                      : DEFAULT_COST;
              int used = cost < 4 ? DEFAULT_COST : cost;
              if (used > 31) {
                throw new FunctionFailure(
                    "error occured generating password crypto/bcrypt: cost "
                        + cost
                        + " is outside allowed range (4,31)");
              }
              byte[] password = a.get(0).asText().getBytes(StandardCharsets.UTF_8);
              if (password.length > 72) {
                throw new FunctionFailure(
                    "error occured generating password bcrypt: password length exceeds 72 bytes");
              }
              Optional<byte[]> salt = context.moment().salt();
              return salt.isPresent()
                  ? Value.of(OpenBSDBCrypt.generate("2a", password, salt.get(), used))
                  : Value.unknownNotNull(Types.STRING);
            });
  }

  private static Function rsaDecrypt() {
    return Function.named("rsadecrypt")
        .with("ciphertext", Types.STRING)
        .with("privatekey", Types.STRING)
        .gives(Types.STRING)
        .does(
            (a, type, context) -> {
              String text = a.get(0).asText();
              byte[] bytes =
                  EncodingFunctions.decoded(text)
                      .orElseThrow(
                          () ->
                              new FunctionFailure(
                                  0,
                                  "failed to decode input \""
                                      + text
                                      + "\": cipher text must be base64-encoded"));
              return Value.of(RsaText.decrypt(bytes, a.get(1).asText()));
            });
  }

  private static Function uuid() {
    return Function.named("uuid")
        .gives(Types.STRING)
        .does(
            (a, type, context) ->
                context
                    .moment()
                    .uuid()
                    .map(Value::of)
                    .orElseGet(() -> Value.unknownNotNull(Types.STRING)));
  }

  private static Function uuidV5() {
    return Function.named("uuidv5")
        .with("namespace", Types.STRING)
        .with("name", Types.STRING)
        .gives(Types.STRING)
        .does(
            (a, type, context) -> {
              UUID namespace = namespace(a.get(0).asText());
              byte[] name = a.get(1).asText().getBytes(StandardCharsets.UTF_8);
              ByteBuffer input = ByteBuffer.allocate(16 + name.length);
              input
                  .putLong(namespace.getMostSignificantBits())
                  .putLong(namespace.getLeastSignificantBits())
                  .put(name);
              ByteBuffer hash = ByteBuffer.wrap(digest("SHA-1", input.array()));
              long high = (hash.getLong() & ~0xf000L) | 0x5000L;
              long low = (hash.getLong() & 0x3fffffffffffffffL) | 0x8000000000000000L;
              return Value.of(new UUID(high, low).toString());
            });
  }

  private static UUID namespace(String given) throws FunctionFailure {
    String known = NAMESPACES.getOrDefault(given, given).toLowerCase(Locale.ROOT);
    if (!known.matches("[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}")) {
      throw new FunctionFailure(
          "uuidv5() doesn't support namespace "
              + given
              + (known.length() == 36
                  ? " (invalid UUID format)"
                  : " (invalid UUID length: " + known.length() + ")"));
    }
    return UUID.fromString(known);
  }
}
