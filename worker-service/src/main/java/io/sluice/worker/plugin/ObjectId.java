package io.sluice.worker.plugin;

import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.Value;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * The id of a real provider's object in state: its attribute {@code id}, if that is a text.
 * Providers need not have one; such an object keeps the id that it had, and a new one gets an id
 * from the operation that made it.
 */
final class ObjectId {
  private static final String ATTRIBUTE = "id";

  private ObjectId() {}

  /** Never empty. */
  static String of(Value value, PluginTask work) {
    if (value instanceof ObjectValue object
        && object.map().get(ATTRIBUTE) instanceof Value.StringValue(String text)
        && !text.isEmpty()) {
      return text;
    }
    return work.id().isEmpty() ? madeBy(work.task().token()) : work.id();
  }

  private static String madeBy(String token) {
    return "made-by-" + UUID.nameUUIDFromBytes(token.getBytes(StandardCharsets.UTF_8));
  }
}
