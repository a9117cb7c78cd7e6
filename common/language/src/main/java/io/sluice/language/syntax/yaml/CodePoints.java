package io.sluice.language.syntax.yaml;

/** From the code points that the parser counts to the bytes that ranges are made of. */
final class CodePoints {
  private static final int STEP = 256;
  private final byte[] bytes;
  private final int start;
  private final boolean ascii;

  /** The byte offset of every 256th code point. */
  private final int[] known;

  /**
   * @param start where the first code point stands
   */
  CodePoints(byte[] bytes, int start) {
    this.bytes = bytes;
    this.start = start;
    boolean onlyAscii = true;
    for (int i = start; i < bytes.length; i++) {
      onlyAscii &= bytes[i] >= 0;
    }
    this.ascii = onlyAscii;
    this.known = onlyAscii ? new int[0] : index();
  }

  private int[] index() {
    int[] offsets = new int[bytes.length / STEP + 1];
    int count = 0;
    for (int i = start; i < bytes.length; i++) {
      if (begins(bytes[i])) {
        if (count % STEP == 0) {
          offsets[count / STEP] = i;
        }
        count++;
      }
    }
    if (count % STEP == 0) {
      offsets[count / STEP] = bytes.length;
    }
    return offsets;
  }

  int offset(int codePoint) {
    if (ascii) {
      return Math.min(bytes.length, start + codePoint);
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
