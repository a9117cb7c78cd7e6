package io.sluice.language.source;

/**
 * Bytes {@code start} (included) to {@code end} (excluded) of a file. Small on purpose: every node
 * of a tree has one, and lines and columns are computed from the file when they are asked for.
 */
public record SourceRange(SourceFile source, int start, int end) {
  private static final SourceFile NOWHERE = SourceFile.of("", "");

  /** For what has no text: values that a program made. */
  public static final SourceRange NONE = new SourceRange(NOWHERE, 0, 0);

  public SourceRange {
    if (start < 0 || end < start) {
      throw new IllegalArgumentException("not a range: " + start + " to " + end);
    }
  }

  public String file() {
    return source.name();
  }

  public SourcePosition startPosition() {
    return source.position(start);
  }

  public SourcePosition endPosition() {
    return source.position(end);
  }

  public int line() {
    return startPosition().line();
  }

  public int column() {
    return startPosition().column();
  }

  /** The text that the range covers. */
  public String text() {
    return source.text(start, end);
  }

  public boolean isNone() {
    return source == NOWHERE;
  }

  /** From the start of this to the end of the other. */
  public SourceRange to(SourceRange other) {
    return new SourceRange(source, start, Math.max(start, other.end));
  }

  /** As diagnostics name a place in another: {@code main.tf:3,1-8}. */
  @Override
  public String toString() {
    SourcePosition from = startPosition();
    SourcePosition to = endPosition();
    String line = from.line() == to.line() ? "" : to.line() + ",";
    return "%s:%d,%d-%s%d".formatted(file(), from.line(), from.column(), line, to.column());
  }
}
