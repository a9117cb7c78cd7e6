package io.sluice.model.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.IOException;
import java.time.Instant;

/** Writes times as Jackson does, without its formatter. */
final class InstantWriter extends StdSerializer<Instant> {
  private static final long serialVersionUID = 1L;

  InstantWriter() {
    super(Instant.class);
  }

  @Override
  public void serialize(Instant value, JsonGenerator json, SerializerProvider provider)
      throws IOException {
    json.writeString(Times.text(value));
  }
}
