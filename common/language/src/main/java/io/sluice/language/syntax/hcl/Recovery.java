package io.sluice.language.syntax.hcl;

import io.sluice.language.syntax.lex.Cursor;
import io.sluice.language.syntax.lex.TokenType;
import io.sluice.language.syntax.lex.Tokens;
import java.util.Arrays;

/**
 * Finds where to continue after a fault in a body item. Brackets decide as long as they match;
 * where one was never closed, indentation tells which line begins the next item. So a fault is
 * reported once and does not hide the next.
 */
final class Recovery {
  /** A bracket that is not closed within so many tokens is not closed. */
  private static final int MAX_LOOKAHEAD = 50_000;

  private final Cursor cursor;
  private final Tokens tokens;
  private byte[] open = new byte[16];
  private int openCount;
  private int openBraces;
  private boolean sawBrace;

  Recovery(Cursor cursor) {
    this.cursor = cursor;
    this.tokens = cursor.tokens();
  }

  /**
   * Moves the cursor behind the item that begins at a token.
   *
   * @param inBlock a brace that nothing in the item opened closes the block around it
   * @return false if the text ended before the item did
   */
  boolean skipItem(int item, boolean inBlock) {
    int faultAt = cursor.last();
    int column = tokens.indentation(item);
    int candidate = -1;
    openCount = 0;
    openBraces = 0;
    sawBrace = false;
    for (int i = item; ; i++) {
      TokenType type = tokens.type(i);
      if (type == TokenType.END || (candidate >= 0 && i - candidate > MAX_LOOKAHEAD)) {
        cursor.seek(candidate >= 0 ? candidate : i);
        return candidate >= 0 || openCount == 0;
      }
      if (type == TokenType.QUOTED_NEWLINE && tokens.start(i + 1) == tokens.start(i)) {
        abandonQuotes();
      }
      boolean lineEnd = type == TokenType.NEWLINE || type == TokenType.LINE_COMMENT;
      if (lineEnd && openCount == 0 && i >= faultAt && (sawBrace || !bodyFollows(i))) {
        cursor.seek(i + 1);
        return true;
      }
      if (i > item && i >= faultAt && candidate < 0 && beginsItem(i)) {
        int indentation = tokens.indentation(i);
        if (openBraces == 0 && indentation <= column) {
          cursor.seek(i);
          return true;
        }
        if (indentation <= column) {
          candidate = i;
        }
      }
      if (type.closer() != null) {
        push(type);
      } else if (type.closes() && !pop(type) && inBlock && type == TokenType.CLOSE_BRACE) {
        cursor.seek(candidate >= 0 ? candidate : i);
        return true;
      }
    }
  }

  /** A body that begins on the line after its header belongs to it and is no fault of its own. */
  private boolean bodyFollows(int newline) {
    int i = newline + 1;
    while (tokens.type(i) == TokenType.COMMENT) {
      i++;
    }
    return tokens.type(i) == TokenType.OPEN_BRACE;
  }

  private boolean beginsItem(int index) {
    if (tokens.type(index) != TokenType.IDENTIFIER || !tokens.startsLine(index)) {
      return false;
    }
    TokenType after = tokens.type(index + 1);
    return after == TokenType.ASSIGN
        || after == TokenType.OPEN_BRACE
        || after == TokenType.OPEN_QUOTE
        || after == TokenType.IDENTIFIER;
  }

  private void push(TokenType type) {
    if (openCount == open.length) {
      open = Arrays.copyOf(open, openCount * 2);
    }
    open[openCount++] = type.code();
    if (type == TokenType.OPEN_BRACE) {
      openBraces++;
      sawBrace = true;
    }
  }

  /** The lexer goes on in code behind a quoted text that was never closed. */
  private void abandonQuotes() {
    int outermost = openCount;
    for (int i = openCount - 1; i >= 0; i--) {
      TokenType type = TokenType.of(open[i]);
      if (type == TokenType.OPEN_HEREDOC) {
        break;
      }
      outermost = type == TokenType.OPEN_QUOTE ? i : outermost;
    }
    truncate(outermost);
  }

  /** Closes the innermost bracket of the kind and what is open inside of it. */
  private boolean pop(TokenType closer) {
    int found = openCount - 1;
    while (found >= 0 && TokenType.of(open[found]).closer() != closer) {
      found--;
    }
    if (found < 0) {
      return false;
    }
    truncate(found);
    return true;
  }

  private void truncate(int size) {
    while (openCount > size) {
      if (TokenType.of(open[--openCount]) == TokenType.OPEN_BRACE) {
        openBraces--;
      }
    }
  }
}
