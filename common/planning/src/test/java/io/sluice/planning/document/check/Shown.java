package io.sluice.planning.document.check;

import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.SourceRange;
import java.util.List;

/** Faults as a person would see them: place, line, caret, words. */
final class Shown {
  private Shown() {}

  static String all(List<Diagnostic> diagnostics) {
    StringBuilder out = new StringBuilder();
    for (Diagnostic diagnostic : diagnostics) {
      SourceRange range = diagnostic.range();
      out.append(diagnostic.summary());
      if (range != null && !range.isNone()) {
        out.append(" at ").append(range.line()).append(':').append(range.column());
        out.append(" [").append(range.text().lines().findFirst().orElse("")).append(']');
      }
      out.append("\n  ").append(diagnostic.detail().replace("\n", "\n  ")).append('\n');
      if (!diagnostic.hint().isEmpty()) {
        out.append("  > ").append(diagnostic.hint()).append('\n');
      }
    }
    return out.toString();
  }
}
