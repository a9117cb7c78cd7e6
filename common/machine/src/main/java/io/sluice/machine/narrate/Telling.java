package io.sluice.machine.narrate;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.message.EventKind;
import org.jspecify.annotations.Nullable;

/**
 * An event before it has its number and its time.
 *
 * @param worker that it is about
 */
public record Telling(
    EventKind kind, String text, @Nullable JsonNode data, @Nullable String worker) {
  Telling(EventKind kind, String text) {
    this(kind, text, null, null);
  }
}
