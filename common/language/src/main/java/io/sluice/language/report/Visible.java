package io.sluice.language.report;

/**
 * Text of documents, files and programs as it may appear on a terminal: what would move its cursor,
 * change its colours or turn the order of its characters is shown as an escape.
 */
public final class Visible {
  private Visible() {}

  /** One line, or several: line ends and tabs stay. */
  public static String text(String text) {
    if (text.codePoints().noneMatch(Visible::acts)) {
      return text;
    }
    StringBuilder shown = new StringBuilder();
    text.codePoints()
        .forEach(
            point -> {
              if (acts(point)) {
                shown.append("\\u%04x".formatted(point));
              } else {
                shown.appendCodePoint(point);
              }
            });
    return shown.toString();
  }

  /** For a name or another short text that must stay on its line. */
  public static String line(String text) {
    return text(text.replaceAll("[\\n\\t]", " "));
  }

  private static boolean acts(int point) {
    boolean control = Character.isISOControl(point) && point != '\n' && point != '\t';
    boolean turns =
        (point >= 0x202a && point <= 0x202e)
            || (point >= 0x2066 && point <= 0x2069)
            || point == 0x200e
            || point == 0x200f;
    return control || turns || point == 0x2028 || point == 0x2029;
  }
}
