package io.sluice.planning;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.SourceRange;
import io.sluice.model.json.Json;
import io.sluice.model.limit.Clipped;
import io.sluice.model.limit.Limits;
import java.util.ArrayList;
import java.util.List;

/**
 * Diagnostics that are sent to other people: few enough to read and short enough to send, whatever
 * the document says. They leave out its text, which may be private.
 */
public final class DiagnosticLines {
  private static final int MOST = Limits.STANDARD.counts().reasons();
  private static final int SENTENCE = Limits.STANDARD.texts().sentence();
  private static final int NAME = Limits.STANDARD.texts().name();

  /** What is left of an event for its text and its names. */
  private static final int DATA_BYTES = Limits.STANDARD.bytes().event() / 2;

  private DiagnosticLines() {}

  /** {@code Line 4, column 3: Summary. Detail Hint} */
  public static String line(Diagnostic diagnostic) {
    StringBuilder line = new StringBuilder();
    SourceRange range = diagnostic.range();
    if (range != null && !range.isNone()) {
      line.append("line ").append(range.line());
      line.append(", column ").append(range.column()).append(": ");
    }
    line.append(diagnostic.summary()).append(": ").append(diagnostic.detail());
    if (!diagnostic.hint().isEmpty()) {
      line.append(' ').append(diagnostic.hint());
    }
    return line.toString();
  }

  /**
   * As many as people read, and how many more there are. A few may be longer than many: together
   * they are bounded.
   */
  public static List<String> lines(List<Diagnostic> diagnostics) {
    List<Diagnostic> errors = diagnostics.stream().filter(Diagnostic::isError).toList();
    int shown = Math.min(errors.size(), MOST);
    int each = shown == 0 ? 0 : Math.max(SENTENCE, MOST * SENTENCE / shown);
    List<String> lines = new ArrayList<>();
    errors.stream()
        .limit(MOST)
        .map(diagnostic -> Clipped.of(line(diagnostic), each))
        .forEach(lines::add);
    if (errors.size() > shown) {
      lines.add("and " + (errors.size() - shown) + " more.");
    }
    return lines;
  }

  /** {@code {"diagnostics": [{severity, summary, detail, hint, file, line, column}]}} */
  public static ObjectNode data(List<Diagnostic> diagnostics) {
    ObjectNode data = Json.object();
    ArrayNode list = data.putArray("diagnostics");
    int bytes = 0;
    for (Diagnostic diagnostic : diagnostics) {
      ObjectNode one = Json.object();
      one.put("severity", diagnostic.severity().word());
      one.put("summary", Clipped.of(diagnostic.summary(), NAME));
      one.put("detail", Clipped.of(diagnostic.detail(), 4 * SENTENCE));
      one.put("hint", Clipped.of(diagnostic.hint(), SENTENCE));
      SourceRange range = diagnostic.range();
      if (range != null && !range.isNone()) {
        one.put("file", Clipped.of(range.file(), SENTENCE));
        one.put("line", range.line());
        one.put("column", range.column());
      }
      bytes += Json.encode(one).length;
      if (bytes > DATA_BYTES) {
        data.put("left_out", diagnostics.size() - list.size());
        break;
      }
      list.add(one);
    }
    return data;
  }
}
