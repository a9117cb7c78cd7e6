package io.sluice.language.format;

import io.sluice.language.syntax.lex.SourceTokens.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * A line in up to three cells: what leads, the assignment from its equals sign on, the comment at
 * the end. The starts of the latter two are aligned over neighbouring lines.
 */
record FormatLine(List<FormatToken> lead, List<FormatToken> assign, List<FormatToken> comment) {

  static List<FormatLine> split(List<FormatToken> tokens) {
    List<FormatLine> lines = new ArrayList<>();
    int start = 0;
    for (int i = 0; i < tokens.size(); i++) {
      FormatToken token = tokens.get(i);
      if (token.kind() == Kind.END) {
        lines.add(of(tokens.subList(start, i)));
        return lines;
      }
      if (token.endsLine()) {
        lines.add(of(tokens.subList(start, i + 1)));
        start = i + 1;
      }
    }
    lines.add(of(tokens.subList(start, tokens.size())));
    return lines;
  }

  private static FormatLine of(List<FormatToken> tokens) {
    List<FormatToken> lead = tokens;
    List<FormatToken> comment = List.of();
    if (tokens.size() > 1 && tokens.getLast().isComment()) {
      lead = tokens.subList(0, tokens.size() - 1);
      comment = tokens.subList(tokens.size() - 1, tokens.size());
    }
    for (int i = 1; i < lead.size(); i++) {
      if (lead.get(i).kind() == Kind.ASSIGN) {
        List<FormatToken> assign = lead.subList(i, lead.size());
        // An open bracket means that the expression goes on in the next line.
        return brackets(assign) == 0
            ? new FormatLine(lead.subList(0, i), assign, comment)
            : new FormatLine(lead, List.of(), comment);
      }
    }
    return new FormatLine(lead, List.of(), comment);
  }

  static int brackets(List<FormatToken> tokens) {
    return tokens.stream().mapToInt(FormatToken::bracketChange).sum();
  }

  static int columns(List<FormatToken> tokens) {
    return tokens.stream().mapToInt(FormatToken::columns).sum();
  }
}
