package io.sluice.model.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.datatype.jsr310.deser.InstantDeserializer;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;

/** Reads times as this program writes them; all other forms as Jackson does. */
final class InstantReader extends StdDeserializer<Instant> {
  private static final long serialVersionUID = 1L;

  InstantReader() {
    super(Instant.class);
  }

  @Override
  public Instant deserialize(JsonParser json, DeserializationContext context) throws IOException {
    if (json.hasToken(JsonToken.VALUE_STRING)) {
      try {
        return Times.parse(json.getText());
      } catch (DateTimeException e) {
        // Jackson knows more forms, and says what is wrong with the rest.
      }
    }
    return InstantDeserializer.INSTANT.deserialize(json, context);
  }
}
