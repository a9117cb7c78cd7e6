package io.sluice.language.syntax.lex;

import io.sluice.language.source.SourceFile;
import java.util.ArrayList;
import java.util.List;

/** The tokens of a file with comments and newlines, for those who write text and do not parse. */
public final class SourceTokens {
  /** What matters of a token when text is laid out. */
  public enum Kind {
    OPEN_BRACE,
    CLOSE_BRACE,
    OPEN_BRACKET,
    OPEN_PARENTHESIS,
    /** A closing bracket or parenthesis. */
    OTHER_CLOSE,
    OPEN_QUOTE,
    CLOSE_QUOTE,
    OPEN_HEREDOC,
    CLOSE_HEREDOC,
    TEXT,
    /** The opening of an interpolation or a directive. */
    SEQUENCE_START,
    SEQUENCE_END,
    IDENTIFIER,
    NUMBER,
    ASSIGN,
    DOT,
    COMMA,
    COLON,
    DOUBLE_COLON,
    ELLIPSIS,
    QUESTION,
    BANG,
    MINUS,
    /** An operator of two operands. */
    OPERATOR,
    COMMENT,
    /** A comment that takes the line end along. */
    LINE_COMMENT,
    NEWLINE,
    END,
    OTHER
  }

  public record SourceToken(Kind kind, int start, int end) {}

  private SourceTokens() {}

  /** All tokens in order, the last one is the end. */
  public static List<SourceToken> of(SourceFile source) {
    Tokens tokens = Lexer.config(source);
    List<SourceToken> all = new ArrayList<>(tokens.count());
    for (int i = 0; i < tokens.count(); i++) {
      all.add(new SourceToken(kind(tokens, i), tokens.start(i), tokens.end(i)));
    }
    return all;
  }

  private static Kind kind(Tokens tokens, int index) {
    return switch (tokens.type(index)) {
      case OPEN_BRACE -> Kind.OPEN_BRACE;
      case CLOSE_BRACE -> Kind.CLOSE_BRACE;
      case OPEN_BRACKET -> Kind.OPEN_BRACKET;
      case OPEN_PARENTHESIS -> Kind.OPEN_PARENTHESIS;
      case CLOSE_BRACKET, CLOSE_PARENTHESIS -> Kind.OTHER_CLOSE;
      case OPEN_QUOTE -> Kind.OPEN_QUOTE;
      case CLOSE_QUOTE -> Kind.CLOSE_QUOTE;
      case OPEN_HEREDOC -> Kind.OPEN_HEREDOC;
      case CLOSE_HEREDOC -> Kind.CLOSE_HEREDOC;
      case QUOTED_TEXT, PLAIN_TEXT -> Kind.TEXT;
      case INTERPOLATION, DIRECTIVE -> Kind.SEQUENCE_START;
      case SEQUENCE_END -> Kind.SEQUENCE_END;
      case IDENTIFIER -> Kind.IDENTIFIER;
      case NUMBER -> Kind.NUMBER;
      case ASSIGN -> Kind.ASSIGN;
      case DOT -> Kind.DOT;
      case COMMA -> Kind.COMMA;
      case COLON -> Kind.COLON;
      case DOUBLE_COLON -> Kind.DOUBLE_COLON;
      case ELLIPSIS -> Kind.ELLIPSIS;
      case QUESTION -> Kind.QUESTION;
      case BANG -> Kind.BANG;
      case MINUS -> Kind.MINUS;
      case PLUS,
          STAR,
          SLASH,
          PERCENT,
          EQUAL,
          NOT_EQUAL,
          LESS,
          LESS_OR_EQUAL,
          GREATER,
          GREATER_OR_EQUAL,
          AND,
          OR ->
          Kind.OPERATOR;
      case COMMENT -> Kind.COMMENT;
      case LINE_COMMENT -> Kind.LINE_COMMENT;
      case NEWLINE -> Kind.NEWLINE;
      case END -> Kind.END;
      case FAT_ARROW,
          BITWISE_AND,
          BITWISE_OR,
          BITWISE_NOT,
          BITWISE_XOR,
          APOSTROPHE,
          BACKTICK,
          SEMICOLON,
          INVALID,
          BAD_ENCODING,
          QUOTED_NEWLINE,
          TOO_MANY ->
          Kind.OTHER;
    };
  }
}
