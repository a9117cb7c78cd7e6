package io.sluice.language.report;

import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.SourceFile;
import io.sluice.language.source.SourceRange;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The lines of a file that a diagnostic is about.
 *
 * @param code whole lines, without the last line end
 * @param startLine the number of the first of them
 * @param highlightStart where in the code (in bytes) the fault begins
 * @param highlightEnd where it ends
 */
record Excerpt(String code, int startLine, int highlightStart, int highlightEnd) {
  /** More lines than these are no excerpt; a fault can reach over a whole file. */
  private static final int MAX_LINES = 40;

  /** No one reads more bytes than these; a file can be a single line. */
  private static final int MAX_BYTES = 20_000;

  static Optional<Excerpt> of(Diagnostic diagnostic) {
    SourceRange range = diagnostic.range();
    if (range == null || range.isNone()) {
      return Optional.empty();
    }
    SourceRange context = diagnostic.context();
    SourceRange wider = context != null && context.source() == range.source() ? context : range;
    SourceFile source = range.source();
    int firstLine = source.position(Math.min(wider.start(), range.start())).line();
    int rangeLine = range.line();
    if (rangeLine - firstLine >= MAX_LINES) {
      firstLine = rangeLine;
    }
    int end = Math.max(wider.end(), highlightEnd(range));
    int lastLine = source.position(Math.max(range.start(), end - 1)).line();
    lastLine = Math.min(lastLine, firstLine + MAX_LINES - 1);
    int codeStart = source.lineStart(firstLine);
    int from = Math.max(codeStart, range.start() - MAX_BYTES / 2);
    int to = lineEnd(source, lastLine);
    to = Math.min(to, from + MAX_BYTES);
    String code = source.text(from, Math.max(from, to));
    int start = bounded(range.start() - from, to - from);
    int stop = bounded(highlightEnd(range) - from, to - from);
    return Optional.of(new Excerpt(code, firstLine, start, stop));
  }

  /** An empty range is shown as one character, to be visible. */
  static int highlightEnd(SourceRange range) {
    return range.end() > range.start() ? range.end() : range.start() + 1;
  }

  private static int lineEnd(SourceFile source, int line) {
    int end = line < source.lineCount() ? source.lineStart(line + 1) - 1 : source.length();
    int start = source.lineStart(line);
    return end > start && source.bytes()[end - 1] == '\r' ? end - 1 : end;
  }

  private static int bounded(int offset, int length) {
    return Math.max(0, Math.min(offset, length));
  }

  /** The code before the fault, the fault, and the code behind it. */
  String before() {
    return slice(0, highlightStart);
  }

  String highlighted() {
    return slice(highlightStart, highlightEnd);
  }

  private String slice(int from, int to) {
    byte[] bytes = code.getBytes(StandardCharsets.UTF_8);
    int start = Math.min(from, bytes.length);
    int end = Math.max(start, Math.min(to, bytes.length));
    return new String(bytes, start, end - start, StandardCharsets.UTF_8);
  }
}
