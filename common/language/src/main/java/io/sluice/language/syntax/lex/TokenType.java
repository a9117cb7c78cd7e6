package io.sluice.language.syntax.lex;

/**
 * What a token is. The lexer also recognizes tokens that the language does not have, so that
 * messages can name them.
 */
public enum TokenType {
  OPEN_BRACE,
  CLOSE_BRACE,
  OPEN_BRACKET,
  CLOSE_BRACKET,
  OPEN_PARENTHESIS,
  CLOSE_PARENTHESIS,
  OPEN_QUOTE,
  CLOSE_QUOTE,
  OPEN_HEREDOC,
  CLOSE_HEREDOC,
  STAR,
  SLASH,
  PLUS,
  MINUS,
  PERCENT,
  ASSIGN,
  EQUAL,
  NOT_EQUAL,
  LESS,
  LESS_OR_EQUAL,
  GREATER,
  GREATER_OR_EQUAL,
  AND,
  OR,
  BANG,
  DOT,
  COMMA,
  ELLIPSIS,
  FAT_ARROW,
  QUESTION,
  COLON,
  DOUBLE_COLON,
  /** <code>${</code> or <code>${~</code>. */
  INTERPOLATION,
  /** <code>%{</code> or <code>%{~</code>. */
  DIRECTIVE,
  /** The brace that ends either of them, with or without a tilde. */
  SEQUENCE_END,
  /** Text between quotes, escapes not yet resolved. */
  QUOTED_TEXT,
  /** Text of a heredoc or of a whole template, at most one line. */
  PLAIN_TEXT,
  NUMBER,
  IDENTIFIER,
  /** A comment that does not reach over a line end, or the last one of a file. */
  COMMENT,
  /** A comment to the end of its line, with the line end: a newline wherever newlines count. */
  LINE_COMMENT,
  NEWLINE,
  END,

  BITWISE_AND,
  BITWISE_OR,
  BITWISE_NOT,
  BITWISE_XOR,
  APOSTROPHE,
  BACKTICK,
  SEMICOLON,
  INVALID,
  BAD_ENCODING,
  /** A line end where a quoted string should have been closed. */
  QUOTED_NEWLINE,
  /** Here the lexer gave up: more tokens than any configuration has. */
  TOO_MANY;

  private static final TokenType[] ALL = values();

  public static TokenType of(byte code) {
    return ALL[code];
  }

  /** The place in this list, as columns of tokens hold it in memory and nowhere else. */
  @SuppressWarnings("EnumOrdinal")
  public byte code() {
    return (byte) ordinal();
  }

  /** The bracket that closes this one, or null for what opens nothing. */
  @org.jspecify.annotations.Nullable
  public TokenType closer() {
    return switch (this) {
      case OPEN_BRACE -> CLOSE_BRACE;
      case OPEN_BRACKET -> CLOSE_BRACKET;
      case OPEN_PARENTHESIS -> CLOSE_PARENTHESIS;
      case OPEN_QUOTE -> CLOSE_QUOTE;
      case OPEN_HEREDOC -> CLOSE_HEREDOC;
      case INTERPOLATION, DIRECTIVE -> SEQUENCE_END;
      default -> null;
    };
  }

  public boolean closes() {
    return switch (this) {
      case CLOSE_BRACE,
          CLOSE_BRACKET,
          CLOSE_PARENTHESIS,
          CLOSE_QUOTE,
          CLOSE_HEREDOC,
          SEQUENCE_END ->
          true;
      default -> false;
    };
  }

  /** Not of the language; {@link LexicalFaults} reports it, so the parser says nothing more. */
  public boolean isFault() {
    return code() >= BITWISE_AND.code();
  }
}
