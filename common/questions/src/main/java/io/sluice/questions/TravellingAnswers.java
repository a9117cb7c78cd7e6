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

  private TravellingAnswers() {}

  /** Null where nothing was answered. */
  public static @Nullable JsonNode sealed(AnswerBook book, String workspace, Sealer sealer) {
    JsonNode written = book.written();
    if (written.isEmpty()) {
      return null;
    }
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      out.write(Json.encode(written));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    ObjectNode holder = Json.object();
    holder.put(FIELD, Base64.getEncoder().encodeToString(packed.toByteArray()));
    return sealer.sealPaths(workspace, "/configuration", holder, List.of("/" + FIELD)).get(FIELD);
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
