package io.sluice.language.source;

import java.nio.charset.StandardCharsets;
import java.text.BreakIterator;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One text with a name, kept as bytes so that every position is a byte offset. Lines and columns
 * are computed on demand: a large configuration without faults never pays for them.
 */
public final class SourceFile {
  private static final int LONG_LINE = 20_000;

  private final String name;
  private final byte[] bytes;
  private int @Nullable [] lineStarts;

  public SourceFile(String name, byte[] bytes) {
    this.name = name;
    this.bytes = bytes;
  }

  public static SourceFile of(String name, String text) {
    return new SourceFile(name, text.getBytes(StandardCharsets.UTF_8));
  }

  public String name() {
    return name;
  }

  /** The bytes themselves, not a copy: callers must not write to them. */
  public byte[] bytes() {
    return bytes;
  }

  public int length() {
    return bytes.length;
  }

  public String text(int start, int end) {
    return new String(bytes, start, end - start, StandardCharsets.UTF_8);
  }

  public SourceRange range(int start, int end) {
    return new SourceRange(this, start, end);
  }

  /** The position of a byte offset; an offset beyond the end is the end. */
  public SourcePosition position(int offset) {
    int at = Math.min(offset, bytes.length);
    int[] starts = lines();
    int found = Arrays.binarySearch(starts, at);
    int line = found >= 0 ? found : -found - 2;
    return new SourcePosition(line + 1, column(starts[line], at), at);
  }

  public int lineCount() {
    return lines().length;
  }

  /** How many bytes of a byte order mark the text begins with; they are not part of line 1. */
  public int byteOrderMark() {
    boolean marked =
        bytes.length >= 3
            && bytes[0] == (byte) 0xef
            && bytes[1] == (byte) 0xbb
            && bytes[2] == (byte) 0xbf;
    return marked ? 3 : 0;
  }

  /** The offset of the first byte of a line, counted from 1. */
  public int lineStart(int number) {
    return lines()[number - 1];
  }

  private int[] lines() {
    int[] known = lineStarts;
    if (known == null) {
      known = scanLines();
      lineStarts = known;
    }
    return known;
  }

  private int[] scanLines() {
    int[] starts = new int[Math.max(16, bytes.length / 32)];
    int count = 1;
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == '\n') {
        if (count == starts.length) {
          starts = Arrays.copyOf(starts, count * 2);
        }
        starts[count++] = i + 1;
      }
    }
    return Arrays.copyOf(starts, count);
  }

  /**
   * Columns count what a reader sees as one character: grapheme clusters, as Terraform does. In a
   * line of many thousand bytes, which no person reads, they count bytes.
   */
  private int column(int lineStart, int at) {
    int start = lineStart == 0 ? Math.min(at, byteOrderMark()) : lineStart;
    boolean ascii = true;
    for (int i = start; i < at && ascii && at - start <= LONG_LINE; i++) {
      ascii = bytes[i] >= 0;
    }
    if (ascii) {
      return at - start + 1;
    }
    String before = text(start, at);
    BreakIterator clusters = BreakIterator.getCharacterInstance(Locale.ROOT);
    clusters.setText(before);
    int column = 1;
    while (clusters.next() != BreakIterator.DONE) {
      column++;
    }
    return column;
  }

  @Override
  public String toString() {
    return name;
  }
}
