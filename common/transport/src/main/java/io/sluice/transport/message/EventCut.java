package io.sluice.transport.message;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.json.Json;
import io.sluice.model.limit.Clipped;
import io.sluice.model.limit.Limits;
import io.sluice.model.message.Event;
import org.jspecify.annotations.Nullable;

/** Cuts an event that is too large down to the size that an event may have. */
final class EventCut {
  private static final Limits.Texts TEXTS = Limits.STANDARD.texts();

  private EventCut() {}

  static Event of(Event event, int bytes) {
    return new Event(
        Clipped.of(event.run(), TEXTS.name()),
        Clipped.of(event.workspace(), TEXTS.name()),
        event.seq(),
        event.kind(),
        clipped(event.node(), TEXTS.address()),
        event.attempt(),
        clipped(event.worker(), TEXTS.name()),
        Clipped.of(event.text(), TEXTS.sentence()),
        data(event.data(), bytes),
        event.at());
  }

  private static @Nullable String clipped(@Nullable String text, int most) {
    return text == null ? null : Clipped.of(text, most);
  }

  /** Programs see that something is missing. */
  private static @Nullable JsonNode data(@Nullable JsonNode data, int bytes) {
    if (data == null || Json.encode(data).length <= Limits.STANDARD.bytes().event() / 2) {
      return data;
    }
    return Json.object().put("cut", true).put("bytes", bytes);
  }
}
