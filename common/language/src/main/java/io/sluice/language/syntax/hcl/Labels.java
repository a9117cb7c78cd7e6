package io.sluice.language.syntax.hcl;

import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.lex.Cursor;
import io.sluice.language.syntax.lex.StringEscapes;
import io.sluice.language.syntax.lex.SyntaxFault;
import java.util.ArrayList;
import java.util.List;

/** The header of a block: labels, quoted or not, up to the opening brace. */
final class Labels {
  record Header(
      List<String> labels, List<SourceRange> labelRanges, SourceRange range, int openBrace) {}

  private final Cursor cursor;
  private final StringEscapes escapes;

  Labels(Cursor cursor) {
    this.cursor = cursor;
    this.escapes = new StringEscapes(cursor);
  }

  Header read(int type) {
    List<String> labels = new ArrayList<>(2);
    List<SourceRange> ranges = new ArrayList<>(2);
    int last = type;
    while (true) {
      switch (cursor.peekType()) {
        case OPEN_BRACE -> {
          return new Header(labels, ranges, cursor.range(type, last), cursor.take());
        }
        case IDENTIFIER -> {
          last = cursor.take();
          labels.add(cursor.name(last));
          ranges.add(cursor.range(last));
        }
        case OPEN_QUOTE -> {
          int open = cursor.take();
          labels.add(quoted(open));
          last = cursor.last();
          ranges.add(cursor.range(open, last));
        }
        default -> throw invalid(type);
      }
    }
  }

  private SyntaxFault invalid(int type) {
    int at = cursor.peek();
    String detail =
        switch (cursor.peekType()) {
          case ASSIGN ->
              "The equals sign \"=\" indicates an argument definition, and must not be used when"
                  + " defining a block.";
          case NEWLINE ->
              "A block definition must have block content delimited by \"{\" and \"}\", starting on"
                  + " the same line as the block header.";
          default ->
              "Either a quoted string block label or an opening brace (\"{\") is expected here.";
        };
    return cursor.faultAt(at, "Invalid block definition", detail, cursor.range(type, at));
  }

  /** A label can't be a template; one that is has its sequences marked and reported. */
  private String quoted(int open) {
    StringBuilder label = new StringBuilder();
    while (true) {
      int token = cursor.take();
      switch (cursor.tokens().type(token)) {
        case CLOSE_QUOTE -> {
          return label.toString();
        }
        case QUOTED_TEXT -> label.append(escapes.resolve(token));
        case INTERPOLATION -> label.append(sequence(open, token, "$"));
        case DIRECTIVE -> label.append(sequence(open, token, "%"));
        case END ->
            throw cursor.fault(
                "Unterminated string literal",
                "Unable to find the closing quote mark before the end of the file.",
                cursor.range(token),
                cursor.range(open, token));
        default ->
            throw cursor.faultAt(
                token,
                "Invalid string literal",
                "This item is not valid in a string literal.",
                cursor.range(open, token));
      }
    }
  }

  private String sequence(int open, int token, String symbol) {
    cursor
        .diagnostics()
        .error(
            "Invalid string literal",
            ("Template sequences are not allowed in this string. To include a literal \"%s\","
                    + " double it (as \"%s%s\") to escape it.")
                .formatted(symbol, symbol, symbol),
            cursor.range(token),
            cursor.range(open, token));
    int nested = 1;
    while (nested > 0) {
      int next = cursor.take();
      switch (cursor.tokens().type(next)) {
        case INTERPOLATION, DIRECTIVE -> nested++;
        case SEQUENCE_END -> nested--;
        case END, QUOTED_NEWLINE -> throw new SyntaxFault();
        default -> {}
      }
    }
    return symbol + "{ ... }";
  }
}
