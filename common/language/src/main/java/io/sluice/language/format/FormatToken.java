package io.sluice.language.format;

import io.sluice.language.syntax.lex.SourceTokens.Kind;
import java.text.BreakIterator;
import java.util.Locale;

/** A token and the white space before it, which is all that formatting changes. */
final class FormatToken {
  private final Kind kind;
  private final String text;
  private int spaces;

  FormatToken(Kind kind, String text, int spaces) {
    this.kind = kind;
    this.text = text;
    this.spaces = spaces;
  }

  Kind kind() {
    return kind;
  }

  String text() {
    return text;
  }

  int spaces() {
    return spaces;
  }

  void spaces(int count) {
    spaces = count;
  }

  boolean isComment() {
    return kind == Kind.COMMENT || kind == Kind.LINE_COMMENT;
  }

  boolean endsLine() {
    return kind == Kind.NEWLINE || kind == Kind.LINE_COMMENT;
  }

  /** How a token changes the number of open brackets. */
  int bracketChange() {
    return switch (kind) {
      case OPEN_BRACE, OPEN_BRACKET, OPEN_PARENTHESIS, SEQUENCE_START -> 1;
      case CLOSE_BRACE, OTHER_CLOSE, SEQUENCE_END -> -1;
      default -> 0;
    };
  }

  /** Columns with the space before. */
  int columns() {
    boolean ascii = text.chars().allMatch(c -> c < 0x80) && text.indexOf('\r') < 0;
    return spaces + (ascii ? text.length() : clusters());
  }

  private int clusters() {
    BreakIterator clusters = BreakIterator.getCharacterInstance(Locale.ROOT);
    clusters.setText(text);
    int count = 0;
    while (clusters.next() != BreakIterator.DONE) {
      count++;
    }
    return count;
  }
}
