package io.sluice.language.syntax.lex;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * Where the lexer is: in code, or in one of three kinds of text. A sequence opened in a text leads
 * into code again, and the brace that ends it is the one at the depth where it began.
 */
final class LexerModes {
  static final int CODE = 0;
  static final int QUOTED = 1;
  static final int HEREDOC = 2;
  static final int BARE = 3;

  private static final class Heredoc {
    final byte[] marker;
    boolean lineStart = true;

    Heredoc(byte[] marker) {
      this.marker = marker;
    }
  }

  private byte[] stack = new byte[16];
  private int size;
  private int braces;
  private int[] sequences = new int[8];
  private int sequenceCount;
  private final Deque<Heredoc> heredocs = new ArrayDeque<>();

  int current() {
    return stack[size - 1];
  }

  void push(int mode) {
    if (size == stack.length) {
      stack = Arrays.copyOf(stack, size * 2);
    }
    stack[size++] = (byte) mode;
  }

  void pop() {
    size--;
  }

  void openBrace() {
    braces++;
  }

  /** True if the brace ends a sequence of a template. */
  boolean closeBrace() {
    boolean ends = sequenceCount > 0 && sequences[sequenceCount - 1] == braces;
    if (ends) {
      sequenceCount--;
    }
    braces--;
    return ends;
  }

  void openSequence() {
    braces++;
    if (sequenceCount == sequences.length) {
      sequences = Arrays.copyOf(sequences, sequenceCount * 2);
    }
    sequences[sequenceCount++] = braces;
    push(CODE);
  }

  /** Leaves a quoted text that was never closed, and the quoted texts that it is in. */
  void abandonQuotes() {
    pop();
    while (size >= 2 && stack[size - 1] == CODE && stack[size - 2] == QUOTED) {
      sequenceCount--;
      braces = sequences[sequenceCount] - 1;
      size -= 2;
    }
  }

  void openHeredoc(byte[] marker) {
    heredocs.push(new Heredoc(marker));
    push(HEREDOC);
  }

  void closeHeredoc() {
    heredocs.pop();
    pop();
  }

  boolean atLineStart() {
    Heredoc heredoc = heredocs.peek();
    return heredoc != null && heredoc.lineStart;
  }

  void lineStart(boolean is) {
    Heredoc heredoc = heredocs.peek();
    if (heredoc != null) {
      heredoc.lineStart = is;
    }
  }

  /** True if a line holds the marker of the innermost heredoc and nothing else. */
  boolean isMarker(byte[] text, int start, int end) {
    Heredoc heredoc = heredocs.peek();
    if (heredoc == null || end - start < heredoc.marker.length) {
      return false;
    }
    int first = start;
    while (first < end && (text[first] == ' ' || (text[first] >= '\t' && text[first] <= '\r'))) {
      first++;
    }
    int stop = first + heredoc.marker.length;
    return stop <= end
        && Arrays.equals(heredoc.marker, 0, heredoc.marker.length, text, first, stop)
        && new String(text, stop, end - stop, StandardCharsets.UTF_8).isBlank();
  }
}
