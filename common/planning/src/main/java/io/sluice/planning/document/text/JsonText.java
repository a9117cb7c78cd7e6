package io.sluice.planning.document.text;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceFile;
import io.sluice.language.source.SourceRange;
import io.sluice.planning.document.DocumentLimits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads JSON and keeps the place of every value. Broken syntax ends the reading with one fault. */
public final class JsonText {
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(DocumentLimits.DEPTH)
                  .maxNumberLength(DocumentLimits.NUMBER_LENGTH)
                  .maxStringLength(DocumentLimits.TEXT)
                  .maxNameLength(DocumentLimits.TEXT)
                  .build())
          .build();
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  public static final String TOO_MANY =
      "It has more than %,d values; split it into several plans".formatted(DocumentLimits.VALUES);

  private final SourceFile file;
  private final Diagnostics faults;
  private final JsonParser parser;
  private int values;

  private JsonText(SourceFile file, Diagnostics faults, JsonParser parser) {
    this.file = file;
    this.faults = faults;
    this.parser = parser;
  }

  /** The document, or nothing when a fault of the syntax was added to {@code faults}. */
  static Optional<Located> read(SourceFile file, Diagnostics faults) {
    try (JsonParser parser = FACTORY.createParser(file.bytes())) {
      JsonText text = new JsonText(file, faults, parser);
      parser.nextToken();
      Located whole = text.value();
      int end = text.offset();
      if (parser.nextToken() != null) {
        faults.error(
            "Text after the end of the document",
            "A plan document is a single JSON object, but more text follows it.",
            file.range(text.tokenStart(), Math.max(text.tokenStart(), end)));
        return Optional.empty();
      }
      return Optional.of(whole);
    } catch (StreamConstraintsException e) {
      faults.error(
          "Document exceeds a limit",
          sentence(e.getOriginalMessage()),
          range(file, e.getLocation()));
      return Optional.empty();
    } catch (JsonProcessingException e) {
      faults.add(JsonSyntaxFault.describe(e, file, range(file, e.getLocation())));
      return Optional.empty();
    } catch (IOException e) {
      throw new IllegalStateException("bytes in memory could not be read", e);
    }
  }

  /**
   * Whether it holds too many values to be read at all; nothing of them is kept. What isn't JSON
   * holds as many as are before its fault.
   */
  public static boolean isBeyond(byte[] bytes) {
    int values = 0;
    try (JsonParser parser = FACTORY.createParser(bytes)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if ((token.isStructStart() || token.isScalarValue()) && ++values > DocumentLimits.VALUES) {
          return true;
        }
      }
    } catch (IOException e) {
      return false; // reading it reports what is wrong
    }
    return false;
  }

  private Located value() throws IOException {
    if (++values > DocumentLimits.VALUES) {
      throw new StreamConstraintsException(TOO_MANY, parser.currentTokenLocation());
    }
    int start = tokenStart();
    JsonToken token = parser.currentToken();
    return switch (token) {
      case START_OBJECT -> object(start);
      case START_ARRAY -> array(start);
      case VALUE_STRING -> {
        JsonNode text = NODES.textNode(parser.getText());
        yield new Located.Scalar(text, file.range(start, stringEnd(start)));
      }
      case VALUE_NUMBER_INT -> {
        JsonNode number = Numbers.integer(parser.getBigIntegerValue());
        yield new Located.Scalar(number, wordRange(start));
      }
      case VALUE_NUMBER_FLOAT -> fraction(start);
      case VALUE_TRUE, VALUE_FALSE ->
          new Located.Scalar(NODES.booleanNode(token == JsonToken.VALUE_TRUE), wordRange(start));
      case VALUE_NULL -> new Located.Scalar(NODES.nullNode(), wordRange(start));
      case null ->
          throw new com.fasterxml.jackson.core.io.JsonEOFException(
              parser, JsonToken.NOT_AVAILABLE, "Unexpected end-of-input");
      case END_OBJECT, END_ARRAY, FIELD_NAME, VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE ->
          throw new IllegalStateException("no value begins with " + token);
    };
  }

  private Located fraction(int start) throws IOException {
    SourceRange range = wordRange(start);
    return Numbers.decimal(parser.getText())
        .<Located>map(number -> new Located.Scalar(number, range))
        .orElseGet(
            () -> {
              Numbers.addOutOfRange(range, faults);
              return new Located.Scalar(NODES.numberNode(0), range);
            });
  }

  private Located object(int start) throws IOException {
    List<Located.Entry> entries = new ArrayList<>();
    Map<String, SourceRange> seen = new HashMap<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String key = parser.currentName();
      int keyStart = tokenStart();
      SourceRange keyRange = file.range(keyStart, stringEnd(keyStart));
      parser.nextToken();
      Located value = value();
      SourceRange first = seen.putIfAbsent(key, keyRange);
      if (first == null) {
        entries.add(new Located.Entry(key, keyRange, value));
      } else {
        DuplicateKeys.add(key, keyRange, first, faults);
      }
    }
    return Located.mapping(entries, file.range(start, offset()), file.range(start, start + 1));
  }

  private Located array(int start) throws IOException {
    List<Located> elements = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      elements.add(value());
    }
    return Located.sequence(elements, file.range(start, offset()), file.range(start, start + 1));
  }

  private int tokenStart() {
    return clamp(file, parser.currentTokenLocation());
  }

  private int offset() {
    return clamp(file, parser.currentLocation());
  }

  /** Numbers and words end where none of their characters stands any more. */
  private SourceRange wordRange(int start) {
    byte[] bytes = file.bytes();
    int end = start;
    while (end < bytes.length && isWord(bytes[end])) {
      end++;
    }
    return file.range(start, end);
  }

  private static boolean isWord(byte b) {
    return (b >= '0' && b <= '9')
        || (b >= 'a' && b <= 'z')
        || (b >= 'A' && b <= 'Z')
        || b == '+'
        || b == '-'
        || b == '.';
  }

  private int stringEnd(int start) {
    byte[] bytes = file.bytes();
    for (int i = start + 1; i < bytes.length; i++) {
      if (bytes[i] == '\\') {
        i++;
      } else if (bytes[i] == '"') {
        return i + 1;
      }
    }
    return bytes.length;
  }

  private static SourceRange range(SourceFile file, @Nullable JsonLocation at) {
    int start = clamp(file, at);
    return file.range(start, Math.min(file.length(), start + 1));
  }

  private static int clamp(SourceFile file, @Nullable JsonLocation at) {
    long offset = at == null ? 0 : at.getByteOffset();
    return (int) Math.max(0, Math.min(file.length(), offset));
  }

  private static String sentence(@Nullable String message) {
    return message == null
        ? ""
        : message.replaceAll(" \\(`[^)]*`\\)", "").replaceAll(", from `[^`]*`\\)", ")") + ".";
  }
}
