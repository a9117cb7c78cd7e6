package io.sluice.model.message;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.BufferRecycler;
import com.fasterxml.jackson.core.util.ByteArrayBuilder;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import io.sluice.model.json.ReadableText;
import io.sluice.model.json.RequiredFields;
import io.sluice.model.json.Times;
import io.sluice.model.limit.Clipped;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * {@code {"v":1,"type":"…","at":"RFC 3339","payload":{…}}}: how every record but a bare plan
 * travels.
 */
public record Envelope(int v, MessageType type, Instant at, Object payload) {
  /** The envelope is flushed as a whole. */
  private static final ObjectWriter WRITER =
      Json.mapper().writer().without(SerializationFeature.FLUSH_AFTER_WRITE_VALUE);

  /** Without the mapper's check for trailing tokens: a payload is inside its envelope. */
  private static final Map<MessageType, ObjectReader> READERS = readers();

  private static final ObjectReader TREES =
      Json.mapper()
          .readerFor(JsonNode.class)
          .without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  /** A message of a type or version that this build does not know. */
  public static final class Unknown extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean newer;

    Unknown(String message, boolean newer) {
      super(message);
      this.newer = newer;
    }

    /**
     * Its version says that a newer build wrote it: never skipped in the inbox. An unknown type at
     * a known version may be a mistake of its sender.
     */
    public boolean newer() {
      return newer;
    }
  }

  public static byte[] encode(Object payload, Instant at) {
    MessageType type = MessageType.of(payload);
    BufferRecycler buffers = Json.mapper().getFactory()._getBufferRecycler();
    try (ByteArrayBuilder bytes = new ByteArrayBuilder(buffers);
        JsonGenerator json = Json.mapper().createGenerator(bytes)) {
      json.writeStartObject();
      json.writeNumberField("v", type.version());
      json.writeStringField("type", type.wireName());
      json.writeStringField("at", Times.text(at));
      json.writeFieldName("payload");
      WRITER.writeValue(json, payload);
      json.writeEndObject();
      json.flush();
      return ReadableText.require(bytes.getClearAndRelease());
    } catch (IOException e) {
      throw new IllegalStateException("a " + type.wireName() + " could not be written as JSON", e);
    } finally {
      buffers.releaseToPool();
    }
  }

  public static Envelope decode(byte[] bytes) throws MalformedMessage, Unknown {
    try (JsonParser json = Json.mapper().createParser(bytes)) {
      // People may write a name twice; messages are written by programs, which do not.
      json.disable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);
      return read(json);
    } catch (InvalidFormatException e) {
      Class<?> target = e.getTargetType();
      if (target != null && target.isEnum()) {
        throw new Unknown(
            Clipped.of(String.valueOf(e.getValue()), 100)
                + " is no "
                + target.getSimpleName()
                + " that this build knows",
            false);
      }
      throw MalformedMessage.of(e);
    } catch (JsonProcessingException e) {
      throw MalformedMessage.of(e);
    } catch (IOException | IllegalArgumentException e) {
      throw new MalformedMessage(String.valueOf(e.getMessage()));
    }
  }

  /** The payload, if it is of this class; a message of another type here is malformed. */
  public static <T> T decode(byte[] bytes, Class<T> payload) throws MalformedMessage, Unknown {
    Envelope envelope = decode(bytes);
    if (!payload.isInstance(envelope.payload())) {
      throw new MalformedMessage(
          "a " + envelope.type().wireName() + " where " + payload.getSimpleName() + " belongs");
    }
    return payload.cast(envelope.payload());
  }

  private static Envelope read(JsonParser json) throws IOException, MalformedMessage, Unknown {
    if (json.nextToken() != JsonToken.START_OBJECT) {
      throw new MalformedMessage("a message is a JSON object with v, type, at and payload");
    }
    int version = 0;
    @Nullable String name = null;
    @Nullable Instant at = null;
    @Nullable Object payload = null;
    @Nullable JsonNode early = null;
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String field = json.currentName();
      json.nextToken();
      switch (field) {
        case "v" -> version = json.getIntValue();
        case "type" -> name = json.getText();
        case "at" -> at = instant(json.getText());
        case "payload" -> {
          if (name != null && version > 0 && known(name, version).version() == version) {
            payload = reader(known(name, version)).readValue(json);
          } else {
            early = TREES.readValue(json);
          }
        }
        default -> json.skipChildren();
      }
    }
    if (name == null || version < 1 || at == null) {
      throw new MalformedMessage("a message needs v, type and at");
    }
    MessageType type = known(name, version);
    if (payload == null && early != null) {
      JsonNode newest = Upgrades.STANDARD.upgraded(type, version, early);
      payload = Json.mapper().treeToValue(newest, type.payload());
    }
    if (payload == null) {
      throw new MalformedMessage("the " + name + " has no payload");
    }
    if (json.nextToken() != null) {
      throw new MalformedMessage("something follows the message");
    }
    RequiredFields.check(payload);
    return new Envelope(version, type, at, payload);
  }

  private static ObjectReader reader(MessageType type) {
    return Objects.requireNonNull(READERS.get(type), "a reader for each type");
  }

  private static Map<MessageType, ObjectReader> readers() {
    Map<MessageType, ObjectReader> readers = new EnumMap<>(MessageType.class);
    for (MessageType type : MessageType.values()) {
      readers.put(
          type,
          Json.mapper()
              .readerFor(type.payload())
              .without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS));
    }
    return readers;
  }

  private static MessageType known(String name, int version) throws Unknown {
    MessageType type = MessageType.named(name).orElse(null);
    if (type == null) {
      throw version > 1
          ? new Unknown(
              "message type "
                  + name
                  + " version "
                  + version
                  + " is newer than this build reads: upgrade it",
              true)
          : new Unknown("message type " + name + " is not known to this build", false);
    }
    if (version > type.version()) {
      throw new Unknown(
          name + " version " + version + " is newer than this build reads: upgrade it", true);
    }
    return type;
  }

  private static Instant instant(String text) throws MalformedMessage {
    try {
      return Times.parse(text);
    } catch (DateTimeException e) {
      throw new MalformedMessage("at is not a time of RFC 3339: " + text);
    }
  }
}
