package io.sluice.model.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import java.io.IOException;
import java.time.DateTimeException;
import java.util.function.Function;

/** Reads times or durations as this program writes them; all other forms as Jackson does. */
final class TextReader<T> extends StdDeserializer<T> {
  private static final long serialVersionUID = 1L;

  private final transient Function<String, T> parser;
  private final transient JsonDeserializer<? extends T> others;

  TextReader(Class<T> type, Function<String, T> parser, JsonDeserializer<? extends T> others) {
    super(type);
    this.parser = parser;
    this.others = others;
  }

  @Override
  public T deserialize(JsonParser json, DeserializationContext context) throws IOException {
    if (json.hasToken(JsonToken.VALUE_STRING)) {
      try {
        return parser.apply(json.getText());
      } catch (DateTimeException e) {
        // Jackson knows more forms, and says what is wrong with the rest.
      }
    }
    return others.deserialize(json, context);
  }
}
