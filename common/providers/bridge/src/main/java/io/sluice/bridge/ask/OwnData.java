package io.sluice.bridge.ask;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.json.Json;
import java.io.IOException;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a state record keeps for a provider beside an object's attributes: bytes that no one else
 * understands, and the object's identity.
 *
 * @param identity as JSON, as state has values
 */
public record OwnData(byte[] privateBytes, Optional<JsonNode> identity, long identityVersion) {
  /** Its field in a record, as in Terraform's state. */
  public static final String PRIVATE = "private";

  private static final String IDENTITY = "identity";
  private static final String IDENTITY_VERSION = "identity_schema_version";

  /** What a record holds; null for one that holds nothing. */
  public static OwnData of(@Nullable JsonNode recorded) {
    if (recorded == null) {
      return new OwnData(new byte[0], Optional.empty(), 0);
    }
    return new OwnData(
        bytes(recorded.path(PRIVATE)),
        Optional.ofNullable(recorded.get(IDENTITY)),
        recorded.path(IDENTITY_VERSION).asLong());
  }

  private static byte[] bytes(JsonNode base64) {
    try {
      return base64.isTextual() ? base64.binaryValue() : new byte[0];
    } catch (IOException e) {
      return new byte[0];
    }
  }

  /** What a record is to hold; null for nothing. */
  public @Nullable JsonNode recorded() {
    ObjectNode record = Json.object();
    if (privateBytes.length > 0) {
      record.put(PRIVATE, Base64.getEncoder().encodeToString(privateBytes));
    }
    identity.ifPresent(
        found -> record.<ObjectNode>set(IDENTITY, found).put(IDENTITY_VERSION, identityVersion));
    return record.isEmpty() ? null : record;
  }
}
