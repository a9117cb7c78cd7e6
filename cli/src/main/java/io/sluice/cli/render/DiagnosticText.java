package io.sluice.cli.render;

import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.SourcePosition;
import io.sluice.language.source.SourceRange;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A fault as people read it: where, with the line and a caret; what; and what to do. In colour it
 * stands in the box that Terraform draws.
 */
public final class DiagnosticText {
  private static final int LONGEST_EXCERPT = 160;

  private DiagnosticText() {}

  public static String of(Diagnostic diagnostic, Style style) {
    String word =
        diagnostic.isError()
            ? style.red(style.bold("Error: "))
            : style.yellow(style.bold("Warning: "));
    List<String> lines = new ArrayList<>();
    lines.add(word + style.bold(diagnostic.summary()));
    SourceRange range = diagnostic.range();
    if (range != null && !range.isNone()) {
      lines.add("");
      lines.addAll(excerpt(range, style));
    }
    diagnostic
        .observed()
        .forEach(seen -> lines.add("    " + style.dim(seen.reference()) + " " + seen.statement()));
    paragraph(diagnostic.detail(), lines);
    paragraph(diagnostic.hint(), lines);
    return style.isColour() ? boxed(lines, diagnostic, style) : String.join("\n", lines) + "\n";
  }

  private static void paragraph(@Nullable String text, List<String> lines) {
    if (text != null && !text.isBlank()) {
      lines.add("");
      text.strip().lines().forEach(lines::add);
    }
  }

  private static List<String> excerpt(SourceRange range, Style style) {
    SourcePosition start = range.startPosition();
    SourcePosition end = range.endPosition();
    String source = clipped(range.source().line(start.line()));
    String number = String.format("%4d: ", start.line());
    int from = Math.min(start.column() - 1, source.length());
    int to = end.line() == start.line() ? end.column() - 1 : source.length();
    int carets = Math.max(1, Math.min(to, source.length()) - from);
    String tabs = source.substring(0, from).replaceAll("[^\t]", " ");
    return List.of(
        "  on " + range.file() + " line " + start.line() + ", column " + start.column() + ":",
        style.dim(number) + source,
        " ".repeat(number.length()) + tabs + style.red("^".repeat(carets)));
  }

  private static String clipped(String line) {
    return line.length() <= LONGEST_EXCERPT ? line : line.substring(0, LONGEST_EXCERPT) + "…";
  }

  private static String boxed(List<String> lines, Diagnostic diagnostic, Style style) {
    StringBuilder out = new StringBuilder();
    out.append(edge("╷", diagnostic, style)).append('\n');
    for (String line : lines) {
      String bar = edge("│", diagnostic, style);
      out.append(line.isEmpty() ? bar : bar + " " + line).append('\n');
    }
    return out.append(edge("╵", diagnostic, style)).append('\n').toString();
  }

  private static String edge(String glyph, Diagnostic diagnostic, Style style) {
    return diagnostic.isError() ? style.red(glyph) : style.yellow(glyph);
  }
}
