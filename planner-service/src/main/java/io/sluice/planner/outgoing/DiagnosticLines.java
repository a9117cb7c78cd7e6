package io.sluice.planner.outgoing;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.SourceRange;
import io.sluice.model.json.Json;
import java.util.List;

/**
 * Diagnostics on their way to people elsewhere. Without the text of the document: it may hold what
 * is nobody else's business.
 */
public final class DiagnosticLines {
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

  public static List<String> lines(List<Diagnostic> diagnostics) {
    return diagnostics.stream().filter(Diagnostic::isError).map(DiagnosticLines::line).toList();
  }

  /** {@code {"diagnostics": [{severity, summary, detail, hint, file, line, column}]}} */
  public static ObjectNode data(List<Diagnostic> diagnostics) {
    ObjectNode data = Json.object();
    ArrayNode list = data.putArray("diagnostics");
    for (Diagnostic diagnostic : diagnostics) {
      ObjectNode one = list.addObject();
      one.put("severity", diagnostic.severity().word());
      one.put("summary", diagnostic.summary());
      one.put("detail", diagnostic.detail());
      one.put("hint", diagnostic.hint());
      SourceRange range = diagnostic.range();
      if (range != null && !range.isNone()) {
        one.put("file", range.file());
        one.put("line", range.line());
        one.put("column", range.column());
      }
    }
    return data;
  }
}
