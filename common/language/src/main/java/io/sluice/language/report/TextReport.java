package io.sluice.language.report;

import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.SourceRange;
import io.sluice.model.limit.Clipped;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A diagnostic for people; where there is colour it is in a frame:
 *
 * <pre>
 * ╷
 * │ Error: Missing newline after argument
 * │
 * │   on main.tf line 3, column 9, in resource "a" "b":
 * │    3:   x = 1 2
 * │               ^
 * │ An argument definition must end with a newline.
 * ╵
 * </pre>
 */
public final class TextReport {
  private static final String RESET = "\u001b[0m";
  private static final String BOLD = "\u001b[1m";
  private static final String RED = "\u001b[31m";
  private static final String YELLOW = "\u001b[33m";
  private static final int WIDTH = 160;
  private static final int LONGEST_WORD = 250;
  private static final Pattern ENDLESS = Pattern.compile("\\S{" + (LONGEST_WORD + 1) + ",}");

  private final boolean colour;
  private final SourceExcerpt environment = new SourceExcerpt();

  public TextReport(boolean colour) {
    this.colour = colour;
  }

  /** All of them, one below the other. */
  public String all(List<Diagnostic> diagnostics) {
    StringBuilder text = new StringBuilder();
    diagnostics.forEach(diagnostic -> text.append(one(diagnostic)));
    return text.toString();
  }

  /** One of them, with a line end. */
  public String one(Diagnostic diagnostic) {
    String tone = diagnostic.isError() ? RED : YELLOW;
    List<String> lines = new ArrayList<>();
    String title = diagnostic.isError() ? "Error: " : "Warning: ";
    lines.add(paint(BOLD + tone, title) + paint(BOLD, words(diagnostic.summary())));
    Excerpt.of(diagnostic).ifPresent(excerpt -> excerpt(diagnostic, excerpt, tone, lines));
    if (!diagnostic.detail().isEmpty()) {
      lines.add("");
      words(unix(diagnostic.detail())).lines().forEach(lines::add);
    }
    if (!diagnostic.hint().isEmpty()) {
      lines.add("");
      Visible.text(unix(diagnostic.hint())).lines().forEach(line -> lines.add(paint(BOLD, line)));
    }
    return colour ? framed(lines, tone) : String.join("\n", lines) + "\n";
  }

  private String framed(List<String> lines, String tone) {
    StringBuilder text = new StringBuilder(paint(tone, "╷")).append('\n');
    for (String line : lines) {
      text.append(paint(tone, "│"));
      text.append(line.isEmpty() ? "" : " " + line).append('\n');
    }
    return text.append(paint(tone, "╵")).append('\n').toString();
  }

  private void excerpt(Diagnostic diagnostic, Excerpt excerpt, String tone, List<String> lines) {
    SourceRange range = diagnostic.range();
    if (range == null) {
      return;
    }
    String around = environment.around(range);
    int column = range.startPosition().column();
    String place = "  on " + range.file() + " line " + range.line() + ", column " + column;
    lines.add("");
    lines.add(words(place + (around == null ? ":" : ", in " + around + ":")));
    int number = excerpt.startLine();
    int faultLine = range.line();
    for (String code : excerpt.code().split("\n", -1)) {
      String shown = code.endsWith("\r") ? code.substring(0, code.length() - 1) : code;
      String label = "%5d: ".formatted(number);
      if (number == faultLine) {
        faultLine(label, shown, excerpt, tone, lines);
      } else {
        lines.add(label + cut(Visible.text(shown), 0));
      }
      number++;
    }
    for (Diagnostic.Observed observed : diagnostic.observed()) {
      lines.add(Visible.text("      " + observed.reference() + " " + observed.statement()));
    }
  }

  private void faultLine(
      String label, String code, Excerpt excerpt, String tone, List<String> lines) {
    String before = excerpt.before();
    String lead = before.substring(before.lastIndexOf('\n') + 1);
    String fault = excerpt.highlighted().lines().findFirst().orElse("");
    String shown = Visible.text(code);
    String ahead = Visible.text(code.substring(0, Math.min(lead.length(), code.length())));
    int start = Math.min(ahead.length(), shown.length());
    int shift = start > WIDTH / 2 ? start - WIDTH / 2 : 0;
    lines.add(label + cut(shown, shift));
    String padding = TextWidth.blank(cut(shown.substring(0, start), shift));
    int width = TextWidth.of(Visible.text(fault));
    int carets = Math.max(1, Math.min(width, WIDTH - TextWidth.of(padding)));
    lines.add(" ".repeat(label.length()) + padding + paint(tone, "^".repeat(carets)));
  }

  /** Cuts an endless word, but not one in a hint, which may be there to be pasted. */
  private static String words(String text) {
    return ENDLESS
        .matcher(Visible.text(text))
        .replaceAll(word -> Matcher.quoteReplacement(Clipped.of(word.group(), LONGEST_WORD)));
  }

  private static String unix(String text) {
    return text.replace("\r\n", "\n");
  }

  /** A window on a line that is too long to be shown. */
  private static String cut(String line, int shift) {
    int end = Math.min(line.length(), shift + WIDTH);
    String window = line.substring(Math.min(shift, line.length()), end);
    return (shift > 0 ? "…" : "") + window + (end < line.length() ? "…" : "");
  }

  private String paint(String codes, String text) {
    return colour ? codes + text + RESET : text;
  }
}
