package io.sluice.providers.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.provider.ProviderFailure;
import io.sluice.provider.RootDirectory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

/** The content of a file as a configuration gives it and as attributes describe it. */
final class FileContent {
  static final List<String> HASHES =
      List.of(
          "content_md5",
          "content_sha1",
          "content_sha256",
          "content_base64sha256",
          "content_sha512",
          "content_base64sha512");

  private FileContent() {}

  static byte[] of(JsonNode desired, RootDirectory root) throws ProviderFailure {
    if (desired.has("content")) {
      return desired.get("content").textValue().getBytes(StandardCharsets.UTF_8);
    }
    if (desired.has("content_base64")) {
      try {
        return Base64.getMimeDecoder().decode(desired.get("content_base64").textValue());
      } catch (IllegalArgumentException e) {
        throw ProviderFailure.user("BAD_BASE64", "content_base64 is not base64");
      }
    }
    Path source = root.resolve(desired.path("source").asText());
    try {
      return Files.readAllBytes(source);
    } catch (IOException e) {
      throw FileFailure.of("reading the source", source, e);
    }
  }

  static void describe(byte[] content, ObjectNode attributes) {
    byte[] sha256 = digest("SHA-256", content);
    byte[] sha512 = digest("SHA-512", content);
    attributes
        .put("content_md5", HexFormat.of().formatHex(digest("MD5", content)))
        .put("content_sha1", sha1(content))
        .put("content_sha256", HexFormat.of().formatHex(sha256))
        .put("content_base64sha256", Base64.getEncoder().encodeToString(sha256))
        .put("content_sha512", HexFormat.of().formatHex(sha512))
        .put("content_base64sha512", Base64.getEncoder().encodeToString(sha512));
  }

  /**
   * Puts what is really there in the place of what was configured, so that the difference shows. A
   * source cannot be derived from the content: null means that it is not known.
   */
  static void showIn(byte[] content, ObjectNode attributes) {
    if (attributes.has("source")) {
      attributes.putNull("source");
      return;
    }
    String text = text(content);
    if (attributes.has("content") && text != null) {
      attributes.put("content", text);
    } else {
      attributes.remove("content");
      attributes.put("content_base64", Base64.getEncoder().encodeToString(content));
    }
  }

  private static @org.jspecify.annotations.Nullable String text(byte[] content) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  static String sha1(byte[] content) {
    return HexFormat.of().formatHex(digest("SHA-1", content));
  }

  private static byte[] digest(String algorithm, byte[] content) {
    try {
      return MessageDigest.getInstance(algorithm).digest(content);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has " + algorithm, e);
    }
  }
}
