package io.sluice.language.syntax.lex;

import io.sluice.language.source.SourceFile;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a text into tokens. It never fails: what it does not know becomes a token of its own, which
 * {@link LexicalFaults} reports. Templates make it a stack of modes: text, and code inside of text.
 */
public final class Lexer {
  /** No configuration comes near; what does is an accident or an attack. */
  static final int LIMIT = 10_000_000;

  private final byte[] text;
  private final int end;
  private final Tokens out;
  private final LexerModes modes = new LexerModes();
  private int at;
  private boolean noCommentEnd;

  private Lexer(byte[] text, int start, int end, Tokens out) {
    this.text = text;
    this.at = start;
    this.end = end;
    this.out = out;
  }

  /** A whole file of native syntax, or an expression. */
  public static Tokens config(SourceFile source) {
    byte[] text = source.bytes();
    int start = source.byteOrderMark();
    Tokens out = new Tokens(source, text, null, text.length / 5);
    return new Lexer(text, start, text.length, out).run(LexerModes.CODE);
  }

  /** An expression that is part of a file, or a string whose bytes came from the file. */
  public static Tokens expression(
      SourceFile source, byte[] text, int @Nullable [] offsets, int start, int end) {
    Tokens out = new Tokens(source, text, offsets, (end - start) / 5);
    return new Lexer(text, start, end, out).run(LexerModes.CODE);
  }

  /** A template without quotes around it. */
  public static Tokens template(
      SourceFile source, byte[] text, int @Nullable [] offsets, int start, int end) {
    Tokens out = new Tokens(source, text, offsets, 8);
    return new Lexer(text, start, end, out).run(LexerModes.BARE);
  }

  private Tokens run(int mode) {
    modes.push(mode);
    while (at < end) {
      if (out.count() >= LIMIT) {
        out.add(TokenType.TOO_MANY, at, at);
        at = end;
        break;
      }
      switch (modes.current()) {
        case LexerModes.CODE -> code();
        case LexerModes.QUOTED -> quoted();
        case LexerModes.HEREDOC -> plain(true);
        default -> plain(false);
      }
    }
    out.add(TokenType.END, end, end);
    return out;
  }

  private void emit(TokenType type, int length) {
    out.add(type, at, at + length);
    at += length;
  }

  private int peek(int ahead) {
    return at + ahead < end ? text[at + ahead] : -1;
  }

  private void code() {
    byte c = text[at];
    switch (c) {
      case ' ', '\t' -> at++;
      case '\n' -> emit(TokenType.NEWLINE, 1);
      case '\r' -> {
        if (peek(1) == '\n') {
          emit(TokenType.NEWLINE, 2);
        } else {
          emit(TokenType.INVALID, 1);
        }
      }
      case '"' -> {
        emit(TokenType.OPEN_QUOTE, 1);
        modes.push(LexerModes.QUOTED);
      }
      case '{' -> {
        modes.openBrace();
        emit(TokenType.OPEN_BRACE, 1);
      }
      case '}' -> closeBrace(1, TokenType.CLOSE_BRACE);
      case '#' -> lineComment();
      case '/' -> slash();
      default -> {
        if (c >= '0' && c <= '9') {
          emit(TokenType.NUMBER, Lookahead.numberEnd(text, at, end) - at);
        } else if (Lookahead.isAsciiLetter(c) || c == '_') {
          identifier(1);
        } else if (c < 0) {
          beyondAscii();
        } else {
          symbol(c);
        }
      }
    }
  }

  private void symbol(byte c) {
    switch (c) {
      case '[' -> emit(TokenType.OPEN_BRACKET, 1);
      case ']' -> emit(TokenType.CLOSE_BRACKET, 1);
      case '(' -> emit(TokenType.OPEN_PARENTHESIS, 1);
      case ')' -> emit(TokenType.CLOSE_PARENTHESIS, 1);
      case ',' -> emit(TokenType.COMMA, 1);
      case '*' -> emit(TokenType.STAR, 1);
      case '%' -> emit(TokenType.PERCENT, 1);
      case '+' -> emit(TokenType.PLUS, 1);
      case '-' -> emit(TokenType.MINUS, 1);
      case '?' -> emit(TokenType.QUESTION, 1);
      case '^' -> emit(TokenType.BITWISE_XOR, 1);
      case ';' -> emit(TokenType.SEMICOLON, 1);
      case '`' -> emit(TokenType.BACKTICK, 1);
      case '\'' -> emit(TokenType.APOSTROPHE, 1);
      case '.' -> {
        if (peek(1) == '.' && peek(2) == '.') {
          emit(TokenType.ELLIPSIS, 3);
        } else {
          emit(TokenType.DOT, 1);
        }
      }
      case '=' -> {
        if (peek(1) == '=') {
          emit(TokenType.EQUAL, 2);
        } else {
          pair('>', TokenType.FAT_ARROW, TokenType.ASSIGN);
        }
      }
      case '!' -> pair('=', TokenType.NOT_EQUAL, TokenType.BANG);
      case '>' -> pair('=', TokenType.GREATER_OR_EQUAL, TokenType.GREATER);
      case '&' -> pair('&', TokenType.AND, TokenType.BITWISE_AND);
      case '|' -> pair('|', TokenType.OR, TokenType.BITWISE_OR);
      case ':' -> pair(':', TokenType.DOUBLE_COLON, TokenType.COLON);
      case '<' -> less();
      case '~' -> {
        if (peek(1) == '}') {
          closeBrace(2, TokenType.SEQUENCE_END);
        } else {
          emit(TokenType.BITWISE_NOT, 1);
        }
      }
      default -> emit(TokenType.INVALID, 1);
    }
  }

  private void pair(char second, TokenType both, TokenType alone) {
    if (peek(1) == second) {
      emit(both, 2);
    } else {
      emit(alone, 1);
    }
  }

  private void closeBrace(int length, TokenType plain) {
    if (modes.closeBrace()) {
      emit(TokenType.SEQUENCE_END, length);
      modes.pop();
    } else {
      emit(plain, length);
    }
  }

  private void lineComment() {
    int stop = Lookahead.lineEnd(text, at, end);
    if (stop < end) {
      emit(TokenType.LINE_COMMENT, stop + 1 - at);
    } else {
      emit(TokenType.COMMENT, stop - at);
    }
  }

  private void slash() {
    if (peek(1) == '/') {
      lineComment();
      return;
    }
    if (peek(1) == '*' && !noCommentEnd) {
      int stop = Lookahead.commentEnd(text, at, end);
      if (stop > 0) {
        emit(TokenType.COMMENT, stop - at);
        return;
      }
      noCommentEnd = true; // not searched again, or many openings would cost the square
    }
    emit(TokenType.SLASH, 1);
  }

  private void identifier(int length) {
    emit(TokenType.IDENTIFIER, Lookahead.identifierEnd(text, at + length, end) - at);
  }

  private void beyondAscii() {
    int length = Utf8.length(text, at, end);
    if (length == 0) {
      emit(TokenType.BAD_ENCODING, 1);
    } else if (Utf8.startsIdentifier(Utf8.codePoint(text, at, length))) {
      identifier(length);
    } else {
      emit(TokenType.INVALID, length);
    }
  }

  private void less() {
    if (peek(1) == '=') {
      emit(TokenType.LESS_OR_EQUAL, 2);
      return;
    }
    if (peek(1) == '<') {
      int name = peek(2) == '-' ? at + 3 : at + 2;
      int stop = name;
      int first = name < end ? Utf8.length(text, name, end) : 0;
      if (first > 0 && Utf8.startsIdentifier(Utf8.codePoint(text, name, first))) {
        stop = Lookahead.identifierEnd(text, name + first, end);
      }
      int line = stop < end && text[stop] == '\r' ? stop + 1 : stop;
      if (stop > name && line < end && text[line] == '\n') {
        modes.openHeredoc(Arrays.copyOfRange(text, name, stop));
        emit(TokenType.OPEN_HEREDOC, line + 1 - at);
        return;
      }
    }
    emit(TokenType.LESS, 1);
  }

  private void quoted() {
    int start = at;
    while (at < end) {
      byte c = text[at];
      if (c == '"') {
        flush(TokenType.QUOTED_TEXT, start);
        emit(TokenType.CLOSE_QUOTE, 1);
        modes.pop();
        return;
      } else if (c == '\n' || c == '\r') {
        flush(TokenType.QUOTED_TEXT, start);
        brokenLine();
        return;
      } else if (c == '\\') {
        at += at + 1 < end && text[at + 1] != '\n' && text[at + 1] != '\r' ? 2 : 1;
      } else if (c == '$' || c == '%') {
        if (sequence(c, start, TokenType.QUOTED_TEXT)) {
          return;
        }
      } else if (!character(start, TokenType.QUOTED_TEXT)) {
        return;
      }
    }
    flush(TokenType.QUOTED_TEXT, start);
  }

  /**
   * A line end inside quotes. Either a string was meant to span several lines, or it lacks the
   * closing quote; in the second case the lines that follow are to be read as code. What decides is
   * the next line that has quotes: an odd number of them closes this string.
   */
  private void brokenLine() {
    boolean continues = Lookahead.closesQuotes(text, at, end);
    int length = text[at] == '\r' && peek(1) == '\n' ? 2 : 1;
    out.add(TokenType.QUOTED_NEWLINE, at, at + length);
    if (!continues) {
      out.add(TokenType.NEWLINE, at, at + length);
      modes.abandonQuotes();
    }
    at += length;
  }

  /** Text of a heredoc or a bare template, one line or less. */
  private void plain(boolean heredoc) {
    if (heredoc && modes.atLineStart() && closesHeredoc()) {
      return;
    }
    int start = at;
    while (at < end) {
      byte c = text[at];
      if (c == '\n') {
        at++;
        flush(TokenType.PLAIN_TEXT, start);
        modes.lineStart(true);
        return;
      } else if (c == '$' || c == '%') {
        if (sequence(c, start, TokenType.PLAIN_TEXT)) {
          return;
        }
      } else if (!character(start, TokenType.PLAIN_TEXT)) {
        return;
      }
    }
    flush(TokenType.PLAIN_TEXT, start);
  }

  private boolean closesHeredoc() {
    int stop = Lookahead.lineEnd(text, at, end);
    if (stop == end || !modes.isMarker(text, at, stop)) {
      return false;
    }
    int lineEnd = stop > at && text[stop - 1] == '\r' ? stop - 1 : stop;
    emit(TokenType.CLOSE_HEREDOC, lineEnd - at);
    emit(TokenType.NEWLINE, stop + 1 - lineEnd);
    modes.closeHeredoc();
    return true;
  }

  /** True if a sequence began, which ends the text before it. */
  private boolean sequence(byte c, int start, TokenType type) {
    if (peek(1) == c && peek(2) == '{') {
      at += 3;
      return false;
    }
    if (peek(1) != '{') {
      at++;
      return false;
    }
    flush(type, start);
    int length = peek(2) == '~' ? 3 : 2;
    emit(c == '$' ? TokenType.INTERPOLATION : TokenType.DIRECTIVE, length);
    modes.lineStart(false);
    modes.openSequence();
    return true;
  }

  private boolean character(int start, TokenType type) {
    int length = text[at] >= 0 ? 1 : Utf8.length(text, at, end);
    if (length > 0) {
      at += length;
      return true;
    }
    flush(type, start);
    emit(TokenType.BAD_ENCODING, 1);
    return false;
  }

  private void flush(TokenType type, int start) {
    if (at > start) {
      out.add(type, start, at);
    }
  }
}
