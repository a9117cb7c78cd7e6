package io.sluice.language.report;

/** How wide text is on a terminal. */
final class TextWidth {
  private TextWidth() {}

  static int of(String text) {
    return text.codePoints().map(TextWidth::of).sum();
  }

  private static int of(int codePoint) {
    int type = Character.getType(codePoint);
    if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK) {
      return 0;
    }
    boolean wide =
        (codePoint >= 0x1100 && codePoint <= 0x115f)
            || (codePoint >= 0x2e80 && codePoint <= 0xa4cf)
            || (codePoint >= 0xac00 && codePoint <= 0xd7a3)
            || (codePoint >= 0xf900 && codePoint <= 0xfaff)
            || (codePoint >= 0xff00 && codePoint <= 0xff60)
            || (codePoint >= 0x1f300 && codePoint <= 0x1faff)
            || codePoint >= 0x20000;
    return wide ? 2 : 1;
  }

  /**
   * White space as wide as the text; tabs stay tabs, since a terminal decides how wide they are.
   */
  static String blank(String text) {
    StringBuilder blank = new StringBuilder();
    text.codePoints().forEach(c -> blank.append(c == '\t' ? "\t" : " ".repeat(TextWidth.of(c))));
    return blank.toString();
  }
}
