package io.sluice.language.syntax.lex;

import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceRange;
import org.jspecify.annotations.Nullable;

/**
 * Walks over tokens. Comments are skipped; whether newlines are seen depends on the brackets
 * around: a parser that opens some says so and restores what was before when it closes them.
 */
public final class Cursor {
  /** Deeper than people nest, and shallow enough for the stack of any thread. */
  public static final int MAX_DEPTH = 200;

  private final Tokens tokens;
  private final Diagnostics diagnostics;
  private final Names names;
  private int next;
  private int last;
  private boolean newlines = true;
  private int depth;
  private boolean gaveUp;

  public Cursor(Tokens tokens, Diagnostics diagnostics) {
    this.tokens = tokens;
    this.diagnostics = diagnostics;
    this.names = new Names(tokens);
  }

  public Tokens tokens() {
    return tokens;
  }

  public Diagnostics diagnostics() {
    return diagnostics;
  }

  /** The index of the next token that counts. */
  public int peek() {
    int index = next;
    while (true) {
      TokenType type = tokens.type(index);
      boolean skip =
          type == TokenType.COMMENT
              || (!newlines && (type == TokenType.NEWLINE || type == TokenType.LINE_COMMENT));
      if (!skip) {
        return index;
      }
      index++;
    }
  }

  public TokenType peekType() {
    TokenType type = tokens.type(peek());
    return type == TokenType.LINE_COMMENT ? TokenType.NEWLINE : type;
  }

  /** Goes on behind the next token that counts; the end of the text is never passed. */
  public int take() {
    int index = peek();
    last = index;
    next = tokens.type(index) == TokenType.END ? index : index + 1;
    return index;
  }

  /** Takes the next token if it is of a type. */
  public boolean takeIf(TokenType type) {
    if (peekType() == type) {
      take();
      return true;
    }
    return false;
  }

  /** The token that was taken last. */
  public int last() {
    return last;
  }

  public boolean peekKeyword(String keyword) {
    int index = peek();
    return tokens.type(index) == TokenType.IDENTIFIER && tokens.matches(index, keyword);
  }

  public String name(int index) {
    return names.of(index);
  }

  public SourceRange range(int index) {
    return tokens.range(index);
  }

  public SourceRange range(int first, int lastIndex) {
    return tokens.range(first, lastIndex);
  }

  /** Sets whether newlines are seen; returns what was before, to be restored. */
  public boolean newlines(boolean seen) {
    boolean before = newlines;
    newlines = seen;
    return before;
  }

  public int depth() {
    return depth;
  }

  /** Back to the state around a body item, after a fault inside of it. */
  public void reset(int depthBefore) {
    depth = depthBefore;
    newlines = true;
  }

  public void seek(int index) {
    next = index;
    last = Math.max(0, index - 1);
  }

  public void enter() {
    if (++depth > MAX_DEPTH) {
      gaveUp = true;
      throw faultAt(
          peek(),
          "Nesting too deep",
          "Blocks, expressions and template directives may be nested at most %d levels deep."
              .formatted(MAX_DEPTH),
          null);
    }
  }

  /** True once something nested too deep: what follows in the text would only repeat it. */
  public boolean gaveUp() {
    return gaveUp;
  }

  public void leave() {
    depth--;
  }

  /** A fault at a token; nothing is said of a token that is a reported fault itself. */
  public SyntaxFault faultAt(
      int index, String summary, String detail, @Nullable SourceRange context) {
    return tokens.type(index).isFault()
        ? new SyntaxFault()
        : fault(summary, detail, tokens.range(index), context);
  }

  public SyntaxFault fault(
      String summary, String detail, SourceRange range, @Nullable SourceRange context) {
    diagnostics.error(summary, detail, range, context);
    return new SyntaxFault();
  }
}
