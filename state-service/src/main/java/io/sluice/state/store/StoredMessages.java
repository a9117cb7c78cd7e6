package io.sluice.state.store;

import io.sluice.model.json.MalformedMessage;
import io.sluice.model.message.Envelope;
import io.sluice.model.record.StateRecord;

/** Records that this service wrote itself: one that can't be read is a reason to stop. */
public final class StoredMessages {
  private StoredMessages() {}

  public static StateRecord state(byte[] bytes) {
    return as(bytes, StateRecord.class);
  }

  public static Object payload(byte[] bytes) {
    return as(bytes, Object.class);
  }

  private static <T> T as(byte[] bytes, Class<T> type) {
    try {
      return Envelope.decode(bytes, type);
    } catch (MalformedMessage e) {
      throw new Unreadable(String.valueOf(e.getMessage()), e, false);
    } catch (Envelope.Unknown e) {
      throw new Unreadable(String.valueOf(e.getMessage()), e, true);
    }
  }

  /** Written by a newer build, or damaged: nothing may be skipped. */
  public static final class Unreadable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean newer;

    Unreadable(String message, Throwable cause, boolean newer) {
      super("a stored record cannot be read: " + message, cause);
      this.newer = newer;
    }

    /** A newer build wrote it, and can read it. */
    public boolean newer() {
      return newer;
    }
  }
}
