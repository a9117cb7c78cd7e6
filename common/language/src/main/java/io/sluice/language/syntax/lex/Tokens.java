package io.sluice.language.syntax.lex;

import io.sluice.language.source.SourceFile;
import io.sluice.language.source.SourceRange;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The tokens of a text, in columns rather than objects: a large configuration has millions.
 *
 * <p>The text is the bytes of a file, or what a string of JSON or YAML holds; then {@code offsets}
 * says where in the file each byte of it (and its end) came from, and every range is of the file.
 */
public final class Tokens {
  private final SourceFile source;
  private final byte[] text;
  private final int @Nullable [] offsets;
  private byte[] types;
  private int[] starts;
  private int[] ends;
  private int count;

  Tokens(SourceFile source, byte[] text, int @Nullable [] offsets, int expected) {
    this.source = source;
    this.text = text;
    this.offsets = offsets;
    int capacity = Math.max(16, expected);
    types = new byte[capacity];
    starts = new int[capacity];
    ends = new int[capacity];
  }

  void add(TokenType type, int start, int end) {
    if (count == types.length) {
      int capacity = count + (count >> 1);
      types = Arrays.copyOf(types, capacity);
      starts = Arrays.copyOf(starts, capacity);
      ends = Arrays.copyOf(ends, capacity);
    }
    types[count] = type.code();
    starts[count] = start;
    ends[count] = end;
    count++;
  }

  public int count() {
    return count;
  }

  public TokenType type(int index) {
    return TokenType.of(types[index]);
  }

  public int start(int index) {
    return starts[index];
  }

  public int end(int index) {
    return ends[index];
  }

  public byte[] text() {
    return text;
  }

  public String string(int index) {
    return string(starts[index], ends[index]);
  }

  public String string(int start, int end) {
    return new String(text, start, end - start, StandardCharsets.UTF_8);
  }

  SourceRange range(int index) {
    return between(starts[index], ends[index]);
  }

  /** From the start of one token to the end of another. */
  SourceRange range(int first, int last) {
    return between(starts[first], Math.max(starts[first], ends[last]));
  }

  /** The range of the file that bytes of the text came from. */
  public SourceRange between(int start, int end) {
    if (offsets == null) {
      return new SourceRange(source, start, end);
    }
    return new SourceRange(source, offsets[start], Math.max(offsets[start], offsets[end]));
  }

  /** True if the token starts its line; then its column is the second thing of interest. */
  public boolean startsLine(int index) {
    int at = starts[index] - 1;
    while (at >= 0 && (text[at] == ' ' || text[at] == '\t')) {
      at--;
    }
    return at < 0 || text[at] == '\n';
  }

  /** Bytes between the start of the line and the token. */
  public int indentation(int index) {
    int at = starts[index] - 1;
    while (at >= 0 && text[at] != '\n') {
      at--;
    }
    return starts[index] - at - 1;
  }

  boolean matches(int index, String keyword) {
    int start = starts[index];
    if (ends[index] - start != keyword.length()) {
      return false;
    }
    for (int i = 0; i < keyword.length(); i++) {
      if (text[start + i] != keyword.charAt(i)) {
        return false;
      }
    }
    return true;
  }
}
