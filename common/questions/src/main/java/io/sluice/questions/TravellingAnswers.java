package io.sluice.questions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import io.sluice.seal.Sealer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Answers on their way to the planner service, with the configuration whose plan they made: packed,
 * and sealed as a whole, since they show what state holds.
 */
public final class TravellingAnswers {
  private static final String FIELD = "answers";

  /** Unpacked; a plan of some ten thousand objects has as much. */
  private static final int MOST_BYTES = 256 << 20;

  /** Sealed they must still fit into one text. */
  private static final int MOST_PACKED = 8 << 20;

  private TravellingAnswers() {}

  /** They don't fit with the configuration; the message is a sentence. */
  public static final class TooLarge extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooLarge(String message) {
      super(message, null, false, false);
    }
  }

  /** Null where nothing was answered. */
  public static @Nullable JsonNode sealed(AnswerBook book, String workspace, Sealer sealer) {
    JsonNode written = book.written();
    if (written.isEmpty()) {
      return null;
    }
    ObjectNode holder = Json.object();
    holder.put(FIELD, packed(written, MOST_PACKED));
    return sealer.sealPaths(workspace, "/configuration", holder, List.of("/" + FIELD)).get(FIELD);
  }

  static String packed(JsonNode written, int most) {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      out.write(Json.encode(written));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (packed.size() > most) {
      throw new TooLarge(
          "What providers answered about %d objects takes %d KiB, of which %d KiB travel with a configuration."
              .formatted(written.size(), packed.size() >> 10, most >> 10));
    }
    return Base64.getEncoder().encodeToString(packed.toByteArray());
  }

  /** What was sealed, opened; what can't be read answers nothing. */
  public static AnswerBook opened(@Nullable JsonNode packed) {
    if (packed == null || !packed.isTextual()) {
      return AnswerBook.empty();
    }
    try (GZIPInputStream in =
        new GZIPInputStream(
            new ByteArrayInputStream(Base64.getDecoder().decode(packed.textValue())))) {
      return AnswerBook.of(Json.tree(in.readNBytes(MOST_BYTES)));
    } catch (IOException | IllegalArgumentException | MalformedMessage e) {
      return AnswerBook.empty();
    }
  }
}
