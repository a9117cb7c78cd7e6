package io.sluice.model.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import com.fasterxml.jackson.datatype.jsr310.deser.DurationDeserializer;
import com.fasterxml.jackson.datatype.jsr310.deser.InstantDeserializer;
import com.fasterxml.jackson.module.blackbird.BlackbirdModule;
import io.sluice.model.limit.Limits;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/**
 * The one mapper. Numbers are exact: integers of any size stay integers, fractions are decimals and
 * keep their digits; that is why {@link #same} exists, since Jackson's own equality takes {@code 1}
 * read as an int and {@code 1} computed as a long for different values.
 */
public final class Json {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(Limits.STANDARD.depth().read())
                          .maxStringLength(Limits.STANDARD.texts().value())
                          .maxNameLength(Limits.STANDARD.texts().value())
                          .maxNumberLength(Limits.STANDARD.counts().numberDigits())
                          .build())
                  .streamWriteConstraints(
                      StreamWriteConstraints.builder()
                          .maxNestingDepth(Limits.STANDARD.depth().write())
                          .build())
                  // Virtual threads live for one message, so buffers of their own would be new each
                  // time.
                  .recyclerPool(JsonRecyclerPools.newBoundedPool(64))
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .build())
          .addModule(new JavaTimeModule())
          .addModule(
              new SimpleModule()
                  .addDeserializer(
                      Instant.class,
                      new TextReader<>(Instant.class, Times::parse, InstantDeserializer.INSTANT))
                  .addDeserializer(
                      Duration.class,
                      new TextReader<>(
                          Duration.class, Times::parseDuration, DurationDeserializer.INSTANCE))
                  .addSerializer(Instant.class, new InstantWriter()))
          .addModule(new Jdk8Module())
          // Fields of messages are read and written by the ten thousand a second: not by
          // reflection.
          .addModule(new BlackbirdModule())
          .nodeFactory(JsonNodeFactory.instance)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .enable(DeserializationFeature.READ_UNKNOWN_ENUM_VALUES_USING_DEFAULT_VALUE)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(
                  JsonInclude.Include.NON_ABSENT, JsonInclude.Include.ALWAYS))
          .build();

  private Json() {}

  public static ObjectMapper mapper() {
    return MAPPER;
  }

  public static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  /**
   * Encodes what Sluice itself made: a failure is a bug, except for {@link ReadableText.TooLong}.
   */
  public static byte[] encode(Object value) {
    try {
      return ReadableText.require(MAPPER.writeValueAsBytes(value));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a value could not be written as JSON", e);
    }
  }

  public static String text(Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a value could not be written as JSON", e);
    }
  }

  public static String pretty(Object value) {
    try {
      return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a value could not be written as JSON", e);
    }
  }

  public static <T> T decode(byte[] bytes, Class<T> type) throws MalformedMessage {
    try {
      T value = MAPPER.readValue(bytes, type);
      if (value == null) {
        throw new MalformedMessage("null where " + type.getSimpleName() + " was expected");
      }
      return value;
    } catch (JsonProcessingException e) {
      throw MalformedMessage.of(e);
    } catch (IOException | IllegalArgumentException e) {
      throw new MalformedMessage(String.valueOf(e.getMessage()));
    }
  }

  public static JsonNode tree(byte[] bytes) throws MalformedMessage {
    try {
      JsonNode tree = MAPPER.readTree(bytes);
      if (tree == null || tree.isMissingNode()) {
        throw new MalformedMessage("the document is empty");
      }
      return tree;
    } catch (JsonProcessingException e) {
      throw MalformedMessage.of(e);
    } catch (IOException e) {
      throw new MalformedMessage(String.valueOf(e.getMessage()));
    }
  }

  public static JsonNode toTree(Object value) {
    return MAPPER.valueToTree(value);
  }

  /** Equal as JSON values: numbers by value, objects without regard to order. */
  @SuppressWarnings("ReferenceEquality") // a shortcut; what follows compares values
  public static boolean same(JsonNode a, JsonNode b) {
    if (a == b) {
      return true;
    }
    if (a.isNumber() && b.isNumber()) {
      return decimal(a).compareTo(decimal(b)) == 0;
    }
    if (a.isObject() && b.isObject()) {
      return sameObjects(a, b);
    }
    if (a.isArray() && b.isArray()) {
      if (a.size() != b.size()) {
        return false;
      }
      for (int i = 0; i < a.size(); i++) {
        if (!same(a.get(i), b.get(i))) {
          return false;
        }
      }
      return true;
    }
    return a.equals(b);
  }

  private static boolean sameObjects(JsonNode a, JsonNode b) {
    if (a.size() != b.size()) {
      return false;
    }
    for (Map.Entry<String, JsonNode> field : a.properties()) {
      JsonNode other = b.get(field.getKey());
      if (other == null || !same(field.getValue(), other)) {
        return false;
      }
    }
    return true;
  }

  private static BigDecimal decimal(JsonNode number) {
    return number.decimalValue();
  }
}
