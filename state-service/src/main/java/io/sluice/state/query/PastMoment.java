package io.sluice.state.query;

import io.sluice.model.record.StateRecord;
import io.sluice.state.store.StoredMessages;
import java.time.DateTimeException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A moment of the past, as it is asked for: {@code now}, a time, a run, or just before a run. */
sealed interface PastMoment {
  record Now() implements PastMoment {}

  record At(Instant time) implements PastMoment {}

  /** When the run had written its last record. */
  record After(String run) implements PastMoment {}

  /** Before the run wrote its first record. */
  record Before(String run) implements PastMoment {}

  /** Throws {@link IllegalArgumentException} with what is wrong. */
  static PastMoment parse(String text) {
    if (text.equals("now")) {
      return new Now();
    }
    if (text.startsWith("run:")) {
      return new After(text.substring(4));
    }
    if (text.startsWith("before:")) {
      return new Before(text.substring(7));
    }
    try {
      return new At(Instant.parse(text.startsWith("time:") ? text.substring(5) : text));
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          "a moment must be now, a time (2026-01-31T12:00:00Z), run:ID or before:ID, not \""
              + text
              + "\"",
          e);
    }
  }

  /** The run that wrote the record: the log says it, or in older logs the record itself. */
  static @Nullable String run(StateLog.Entry entry) {
    byte[] value = entry.value();
    if (entry.run() != null || value == null) {
      return entry.run();
    }
    return StoredMessages.payload(value) instanceof StateRecord record ? record.runId() : null;
  }
}
