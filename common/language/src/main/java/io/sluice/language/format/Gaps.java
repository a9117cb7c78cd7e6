package io.sluice.language.format;

import io.sluice.language.syntax.lex.SourceTokens.Kind;

/** Whether a space goes between two tokens of a line. The first rule that fits decides. */
final class Gaps {
  private Gaps() {}

  /** {@code before} is what precedes the token, {@link Kind#END} when nothing does. */
  static boolean between(Kind before, FormatToken token, FormatToken next) {
    Kind kind = token.kind();
    Kind after = next.kind();
    if (after == Kind.NEWLINE
        || (kind == Kind.IDENTIFIER && after == Kind.OPEN_PARENTHESIS)
        || (kind == Kind.IDENTIFIER && after == Kind.DOUBLE_COLON)
        || (kind == Kind.DOUBLE_COLON && after == Kind.IDENTIFIER)
        || kind == Kind.DOT
        || after == Kind.DOT
        || after == Kind.COMMA
        || after == Kind.ELLIPSIS) {
      return false;
    }
    if (kind == Kind.COMMA) {
      return true;
    }
    if (insideTemplate(kind, after)) {
      return false;
    }
    if (kind == Kind.IDENTIFIER && token.text().equals("in") && before == Kind.IDENTIFIER) {
      return true; // "for x in [a]" is no index of "in"
    }
    if (after == Kind.OPEN_BRACKET && endsOperand(token)) {
      return false;
    }
    if (kind == Kind.BANG) {
      return false;
    }
    if (kind == Kind.MINUS) {
      return !isNegation(before);
    }
    if (kind == Kind.OPEN_BRACE || after == Kind.CLOSE_BRACE) {
      return !(kind == Kind.OPEN_BRACE && after == Kind.CLOSE_BRACE);
    }
    return betweenOthers(token, next);
  }

  private static boolean insideTemplate(Kind kind, Kind after) {
    return kind == Kind.TEXT
        || kind == Kind.OPEN_QUOTE
        || kind == Kind.OPEN_HEREDOC
        || after == Kind.TEXT
        || after == Kind.CLOSE_QUOTE
        || after == Kind.CLOSE_HEREDOC;
  }

  private static boolean endsOperand(FormatToken token) {
    return token.kind() == Kind.IDENTIFIER
        || token.kind() == Kind.NUMBER
        || token.bracketChange() < 0;
  }

  /** A minus with nothing before it to subtract from. */
  private static boolean isNegation(Kind before) {
    return switch (before) {
      case END,
          OPEN_PARENTHESIS,
          OPEN_BRACE,
          OPEN_BRACKET,
          ASSIGN,
          COLON,
          COMMA,
          QUESTION,
          MINUS,
          BANG,
          OPERATOR ->
          true;
      default -> false;
    };
  }

  private static boolean betweenOthers(FormatToken token, FormatToken next) {
    Kind kind = token.kind();
    Kind after = next.kind();
    if (kind == Kind.SEQUENCE_START && after == Kind.OPEN_BRACE) {
      return true;
    }
    if (kind == Kind.CLOSE_BRACE && after == Kind.SEQUENCE_END) {
      return true;
    }
    if (kind == Kind.SEQUENCE_END && after == Kind.SEQUENCE_START) {
      return false;
    }
    return token.bracketChange() <= 0 && next.bracketChange() >= 0;
  }
}
