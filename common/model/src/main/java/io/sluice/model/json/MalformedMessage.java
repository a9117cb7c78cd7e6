package io.sluice.model.json;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;

/**
 * Bytes that are not what they should be. The message is for people; line and column are known for
 * syntax.
 */
public final class MalformedMessage extends Exception {
  private static final long serialVersionUID = 1L;
  private final int line;
  private final int column;

  public MalformedMessage(String message) {
    this(message, 0, 0);
  }

  public MalformedMessage(String message, int line, int column) {
    super(message);
    this.line = line;
    this.column = column;
  }

  public static MalformedMessage of(JsonProcessingException e) {
    JsonLocation at = e.getLocation();
    return at == null
        ? new MalformedMessage(String.valueOf(e.getOriginalMessage()))
        : new MalformedMessage(
            String.valueOf(e.getOriginalMessage()), at.getLineNr(), at.getColumnNr());
  }

  /** 1 for the first line; 0 when unknown. */
  public int line() {
    return line;
  }

  public int column() {
    return column;
  }
}
