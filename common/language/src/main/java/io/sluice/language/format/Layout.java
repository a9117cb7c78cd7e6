package io.sluice.language.format;

import io.sluice.language.syntax.lex.SourceTokens.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/** Sets the white space of tokens: indentation, gaps inside a cell, and the alignment of cells. */
final class Layout {
  private Layout() {}

  static void apply(List<FormatToken> tokens) {
    List<FormatLine> lines = FormatLine.split(tokens);
    indent(lines);
    for (FormatLine line : lines) {
      gaps(line.lead());
      if (!line.assign().isEmpty()) {
        line.assign().getFirst().spaces(1);
        gaps(line.assign());
      }
    }
    align(lines, FormatLine::assign, line -> FormatLine.columns(line.lead()));
    align(
        lines,
        FormatLine::comment,
        line -> FormatLine.columns(line.lead()) + FormatLine.columns(line.assign()));
  }

  /**
   * A line that opens more than it closes indents what follows by one step, however many it opens;
   * the step ends when as many are closed again.
   */
  private static void indent(List<FormatLine> lines) {
    List<Integer> steps = new ArrayList<>();
    for (FormatLine line : lines) {
      if (line.lead().isEmpty()) {
        continue;
      }
      FormatToken first = line.lead().getFirst();
      if (first.kind() == Kind.NEWLINE) {
        first.spaces(0);
        continue;
      }
      int net = netBrackets(line);
      if (net < 0) {
        close(steps, -net);
      }
      first.spaces(2 * steps.size());
      if (net > 0) {
        steps.add(net);
      }
    }
  }

  private static int netBrackets(FormatLine line) {
    int net = 0;
    for (FormatToken token : line.lead()) {
      net += token.bracketChange();
      if (token.kind() == Kind.OPEN_HEREDOC) {
        break;
      }
    }
    return net + FormatLine.brackets(line.assign());
  }

  private static void close(List<Integer> steps, int closed) {
    int left = closed;
    while (left > 0 && !steps.isEmpty()) {
      int opened = steps.getLast();
      if (left < opened) {
        steps.set(steps.size() - 1, opened - left);
        return;
      }
      steps.removeLast();
      left -= opened;
    }
  }

  private static void gaps(List<FormatToken> cell) {
    for (int i = 0; i + 1 < cell.size(); i++) {
      Kind before = i > 0 ? cell.get(i - 1).kind() : Kind.END;
      FormatToken after = cell.get(i + 1);
      after.spaces(Gaps.between(before, cell.get(i), after) ? 1 : 0);
    }
  }

  /** Lines in a row that have the cell get it at the same column. */
  private static void align(
      List<FormatLine> lines,
      Function<FormatLine, List<FormatToken>> cell,
      ToIntFunction<FormatLine> columnsBefore) {
    int start = 0;
    while (start < lines.size()) {
      int end = start;
      int widest = 0;
      while (end < lines.size() && !cell.apply(lines.get(end)).isEmpty()) {
        widest = Math.max(widest, columnsBefore.applyAsInt(lines.get(end)));
        end++;
      }
      for (FormatLine line : lines.subList(start, end)) {
        cell.apply(line).getFirst().spaces(widest - columnsBefore.applyAsInt(line) + 1);
      }
      start = Math.max(end, start + 1);
    }
  }
}
