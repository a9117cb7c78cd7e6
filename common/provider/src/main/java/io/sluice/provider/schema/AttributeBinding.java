package io.sluice.provider.schema;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import io.sluice.model.json.RequiredFields;

/**
 * Attributes to a Java record and back: {@code filePermission} stands for {@code file_permission},
 * a component that may be absent is {@code @Nullable}. The configuration must have been checked and
 * conformed before; what still doesn't fit is a mistake in the provider's record.
 */
public final class AttributeBinding {
  private static final ObjectMapper MAPPER =
      Json.mapper()
          .copy()
          .setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  private AttributeBinding() {}

  public static <R extends Record> R bind(JsonNode attributes, Class<R> type) {
    try {
      R bound = MAPPER.treeToValue(attributes, type);
      RequiredFields.check(bound);
      return bound;
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(
          "the attributes don't fit " + type.getSimpleName() + ": " + withoutValues(e), e);
    } catch (MalformedMessage e) {
      throw new IllegalStateException(
          "the attributes don't fit " + type.getSimpleName() + ": " + e.getMessage(), e);
    }
  }

  public static ObjectNode unbind(Record attributes) {
    return MAPPER.valueToTree(attributes);
  }

  /** Jackson quotes the value that doesn't fit, and that may be a secret. */
  private static String withoutValues(JsonProcessingException e) {
    return e.getClass().getSimpleName();
  }
}
