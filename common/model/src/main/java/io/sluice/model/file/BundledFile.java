package io.sluice.model.file;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.json.Json;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A file of a configuration that travels with a run.
 *
 * @param content null if it is kept elsewhere, by its digest, or is not needed
 * @param digests that an evaluation took of content that does not travel, by Java's names of the
 *     algorithms
 */
public record BundledFile(
    FileEntry entry, byte @Nullable [] content, SortedMap<String, String> digests) {
  private static final int PIECE = 6 * 1024 * 1024;

  public static BundledFile of(byte[] content, int mode) {
    return new BundledFile(FileEntry.of(content, mode), content, new TreeMap<>());
  }

  public ObjectNode toJson() {
    ObjectNode json = Json.object().put("sha256", entry.sha256());
    if (content == null) {
      json.put("bytes", entry.bytes());
      if (!digests.isEmpty()) {
        ObjectNode known = json.putObject("digests");
        digests.forEach(known::put);
      }
    } else {
      putContent(json, content);
    }
    if (entry.mode() != FileEntry.USUAL_MODE) {
      json.put("mode", Integer.toOctalString(entry.mode()));
    }
    return json;
  }

  /** Writes the content, in pieces if it is longer than a text may be. */
  private static void putContent(ObjectNode json, byte[] content) {
    if (content.length <= PIECE) {
      json.put("base64", Base64.getEncoder().encodeToString(content));
      return;
    }
    ArrayNode pieces = json.putArray("base64");
    for (int from = 0; from < content.length; from += PIECE) {
      byte[] piece = Arrays.copyOfRange(content, from, Math.min(content.length, from + PIECE));
      pieces.add(Base64.getEncoder().encodeToString(piece));
    }
  }

  private static byte[] content(JsonNode base64) {
    if (!base64.isArray()) {
      return Base64.getDecoder().decode(base64.asText());
    }
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    base64.forEach(piece -> content.writeBytes(Base64.getDecoder().decode(piece.asText())));
    return content.toByteArray();
  }

  /** Empty if it is not what its digest says. */
  public static Optional<BundledFile> read(JsonNode json) {
    String digest = json.path("sha256").asText();
    try {
      int mode =
          json.has("mode") ? Integer.parseInt(json.path("mode").asText(), 8) : FileEntry.USUAL_MODE;
      if (!json.has("base64")) {
        SortedMap<String, String> digests = new TreeMap<>();
        json.path("digests")
            .properties()
            .forEach(each -> digests.put(each.getKey(), each.getValue().asText()));
        FileEntry entry = new FileEntry(digest, json.path("bytes").asLong(), mode);
        return json.path("bytes").isIntegralNumber()
            ? Optional.of(new BundledFile(entry, null, digests))
            : Optional.empty();
      }
      BundledFile file = of(content(json.path("base64")), mode);
      return Optional.of(file).filter(read -> read.entry().sha256().equals(digest));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
