package io.sluice.planning.document.text;

import org.snakeyaml.engine.v2.exceptions.Mark;

/** From the code points that the YAML parser counts to the bytes that ranges are made of. */
final class CodePoints {
  private static final int STEP = 256;
  private final byte[] bytes;
  private final boolean ascii;

  /** The byte offset of every 256th code point. */
  private final int[] known;

  CodePoints(byte[] bytes) {
    this.bytes = bytes;
    boolean onlyAscii = true;
    for (byte b : bytes) {
      onlyAscii &= b >= 0;
    }
    this.ascii = onlyAscii;
    this.known = onlyAscii ? new int[0] : index(bytes);
  }

  private static int[] index(byte[] bytes) {
    int[] offsets = new int[bytes.length / STEP + 1];
    int count = 0;
    for (int i = 0; i < bytes.length; i++) {
      if (begins(bytes[i])) {
        if (count % STEP == 0) {
          offsets[count / STEP] = i;
        }
        count++;
      }
    }
    return offsets;
  }

  int offset(Mark mark) {
    return offset(mark.getIndex());
  }

  int offset(int codePoint) {
    if (ascii) {
      return Math.min(bytes.length, codePoint);
    }
    int block = Math.min(codePoint / STEP, known.length - 1);
    int at = known[block];
    for (int left = codePoint - block * STEP; left > 0 && at < bytes.length; left--) {
      at++;
      while (at < bytes.length && !begins(bytes[at])) {
        at++;
      }
    }
    return at;
  }

  private static boolean begins(byte b) {
    return (b & 0xC0) != 0x80;
  }
}
