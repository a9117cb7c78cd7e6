package io.sluice.provider;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * The object as state knows it.
 *
 * @param root the root directory's id that it was made under, for types bound to one
 */
public record Prior(
    String id, JsonNode attributes, @Nullable JsonNode privateData, @Nullable String root) {
  public Prior(String id, JsonNode attributes) {
    this(id, attributes, null, null);
  }
}
