package io.sluice.model.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.datatype.jsr310.deser.DurationDeserializer;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;

/** Reads durations as this program writes most of them; all other forms as Jackson does. */
final class DurationReader extends StdDeserializer<Duration> {
  private static final long serialVersionUID = 1L;

  DurationReader() {
    super(Duration.class);
  }

  @Override
  public Duration deserialize(JsonParser json, DeserializationContext context) throws IOException {
    if (json.hasToken(JsonToken.VALUE_STRING)) {
      try {
        return Times.parseDuration(json.getText());
      } catch (DateTimeException e) {
        // Jackson knows more forms, and says what is wrong with the rest.
      }
    }
    return DurationDeserializer.INSTANCE.deserialize(json, context);
  }
}
