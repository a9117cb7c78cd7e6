package io.sluice.questions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.bridge.ask.Packed;
import io.sluice.bridge.codec.DecodeFailed;
import io.sluice.model.json.Json;
import io.sluice.seal.Sealer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Answers on their way to the planner service, with the configuration whose plan they made: packed,
 * and sealed as a whole, since they show what state holds.
 */
public final class TravellingAnswers {
  private static final String FIELD = "answers";

  /** Sealed they must still fit into one text. */
  private static final int MOST_PACKED = 11 << 20;

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
    String packed = Packed.of(written);
    if (packed.length() > most) {
      throw new TooLarge(
          "What providers answered about %d objects takes %d KiB, of which %d KiB travel with a configuration."
              .formatted(written.size(), packed.length() >> 10, most >> 10));
    }
    return packed;
  }

  /** What was sealed, opened; what can't be read answers nothing. */
  public static AnswerBook opened(@Nullable JsonNode packed) {
    if (packed == null) {
      return AnswerBook.empty();
    }
    try {
      return AnswerBook.of(Packed.opened(packed));
    } catch (DecodeFailed e) {
      return AnswerBook.empty();
    }
  }
}
