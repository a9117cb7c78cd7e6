package io.sluice.language.syntax;

/** Writes strings as quoted HCL. */
public final class Quoting {
  private Quoting() {}

  /** The string as a quoted template that has no interpolation and evaluates to it. */
  public static String quote(String value) {
    StringBuilder text = new StringBuilder(value.length() + 2).append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '\n' -> text.append("\\n");
        case '\r' -> text.append("\\r");
        case '\t' -> text.append("\\t");
        case '"' -> text.append("\\\"");
        case '\\' -> text.append("\\\\");
        case '$', '%' -> {
          text.append(c);
          if (i + 1 < value.length() && value.charAt(i + 1) == '{') {
            text.append(c);
          }
        }
        default -> append(text, c);
      }
    }
    return text.append('"').toString();
  }

  private static void append(StringBuilder text, char c) {
    boolean invisible = Character.isISOControl(c) || (Character.isSpaceChar(c) && c != ' ');
    if (invisible || Character.getType(c) == Character.FORMAT) {
      text.append("\\u%04x".formatted((int) c));
    } else {
      text.append(c);
    }
  }
}
