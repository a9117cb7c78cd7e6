package io.sluice.bridge.ask;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.bridge.codec.DecodeFailed;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** Questions or answers as one short text, which can then be sealed as a whole. */
public final class Packed {
  /** Unpacked; a plan of some ten thousand objects has as much. */
  private static final int MOST_BYTES = 256 << 20;

  private Packed() {}

  public static String of(JsonNode tree) {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      out.write(Json.encode(tree));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Base64.getEncoder().encodeToString(packed.toByteArray());
  }

  public static JsonNode opened(JsonNode packed) throws DecodeFailed {
    if (!packed.isTextual()) {
      throw new DecodeFailed("no text");
    }
    try (GZIPInputStream in =
        new GZIPInputStream(
            new ByteArrayInputStream(Base64.getDecoder().decode(packed.textValue())))) {
      return Json.tree(in.readNBytes(MOST_BYTES));
    } catch (IOException | IllegalArgumentException | MalformedMessage e) {
      throw new DecodeFailed("not what was packed");
    }
  }
}
