package io.sluice.model.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.sluice.model.limit.Clipped;
import io.sluice.model.limit.Limits;
import java.io.IOException;

/** Makes sure that what is written can be read: refuses a text that is too long for readers. */
public final class ReadableText {
  /** Characters; the reader of {@link Json} takes no more. */
  static final int LONGEST = Limits.STANDARD.texts().value();

  private static final int POINTER = 200;

  private static final JsonFactory ANY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(Integer.MAX_VALUE)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .maxStringLength(Integer.MAX_VALUE)
                  .build())
          .build();

  private ReadableText() {}

  /** Someone's value holds a text that is longer than a text may be. */
  public static final class TooLong extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooLong(String pointer, int length) {
      super(
          "%s has %,d characters; a text may have %,d"
              .formatted(Clipped.of(pointer, POINTER), length, LONGEST));
    }
  }

  /** The bytes themselves. A text is never longer than they are, so few messages are searched. */
  public static byte[] require(byte[] json) {
    if (json.length > LONGEST) {
      look(json);
    }
    return json;
  }

  private static void look(byte[] json) {
    try (JsonParser parser = ANY.createParser(json)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        boolean isText = token == JsonToken.VALUE_STRING || token == JsonToken.FIELD_NAME;
        if (isText && parser.getTextLength() > LONGEST) {
          String pointer =
              token == JsonToken.FIELD_NAME
                  ? "a name in " + parser.getParsingContext().getParent().pathAsPointer()
                  : parser.getParsingContext().pathAsPointer().toString();
          throw new TooLong(pointer, parser.getTextLength());
        }
      }
    } catch (IOException e) {
      throw new IllegalStateException("what was written as JSON is none", e);
    }
  }
}
