package io.sluice.machine.simulation;

import io.sluice.machine.stored.Change;
import io.sluice.model.json.MalformedMessage;
import io.sluice.model.message.Envelope;
import java.time.Instant;

/** Whatever travels is written as JSON and read again, so that no role shares another's memory. */
final class Wire {
  private Wire() {}

  static <T> T read(Class<T> type, T message, Instant at) {
    return type.cast(passed(message, at));
  }

  /** As a restore reads it. */
  static Change read(Change change, Instant at) {
    Object value = change.value();
    return value == null ? change : Change.restored(change.key("w"), passed(value, at));
  }

  private static Object passed(Object message, Instant at) {
    try {
      return Envelope.decode(Envelope.encode(message, at)).payload();
    } catch (MalformedMessage | Envelope.Unknown e) {
      throw new Violation("what was written can't be read: " + e.getMessage() + ": " + message);
    }
  }
}
