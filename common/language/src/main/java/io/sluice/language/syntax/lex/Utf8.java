package io.sluice.language.syntax.lex;

/** Characters in bytes. */
public final class Utf8 {
  private Utf8() {}

  /** How many bytes the character at an offset has; 0 when they are not UTF-8. */
  public static int length(byte[] text, int at, int end) {
    int first = text[at] & 0xff;
    if (first < 0x80) {
      return 1;
    }
    int length = first >= 0xf0 && first <= 0xf7 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc0 || first > 0xf7 || at + length > end) {
      return 0;
    }
    for (int i = 1; i < length; i++) {
      if ((text[at + i] & 0xc0) != 0x80) {
        return 0;
      }
    }
    return length;
  }

  /** The code point of a character whose length is known to be good. */
  static int codePoint(byte[] text, int at, int length) {
    int first = text[at] & 0xff;
    return switch (length) {
      case 1 -> first;
      case 2 -> (first & 0x1f) << 6 | (text[at + 1] & 0x3f);
      case 3 -> (first & 0x0f) << 12 | (text[at + 1] & 0x3f) << 6 | (text[at + 2] & 0x3f);
      default ->
          (first & 0x07) << 18
              | (text[at + 1] & 0x3f) << 12
              | (text[at + 2] & 0x3f) << 6
              | (text[at + 3] & 0x3f);
    };
  }

  static boolean startsIdentifier(int codePoint) {
    return codePoint == '_' || Character.isUnicodeIdentifierStart(codePoint);
  }

  static boolean continuesIdentifier(int codePoint) {
    return codePoint == '-'
        || (Character.isUnicodeIdentifierPart(codePoint)
            && !Character.isIdentifierIgnorable(codePoint));
  }

  /** White space in the sense of trimming: Unicode's, as Go has it. */
  public static boolean isSpace(int codePoint) {
    return switch (codePoint) {
      case '\t', '\n', 0x0b, '\f', '\r', ' ', 0x85, 0xa0 -> true;
      default -> codePoint > 0xff && Character.isSpaceChar(codePoint);
    };
  }
}
