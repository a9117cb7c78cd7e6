package io.sluice.model.json;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.regex.Pattern;

/**
 * Bytes that are not what they should be. The message is for people; line and column are known for
 * syntax.
 */
public final class MalformedMessage extends Exception {
  private static final long serialVersionUID = 1L;

  /** What the parser says of its source means nothing to the text's author. */
  private static final Pattern SOURCE = Pattern.compile("\\[Source: [^;\\]]*; ([^\\]]*)]");

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
    String said = SOURCE.matcher(String.valueOf(e.getOriginalMessage())).replaceAll("$1");
    return at == null
        ? new MalformedMessage(said)
        : new MalformedMessage(said, at.getLineNr(), at.getColumnNr());
  }

  /** 1 for the first line; 0 when unknown. */
  public int line() {
    return line;
  }

  public int column() {
    return column;
  }
}
