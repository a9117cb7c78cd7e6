package io.sluice.language.substitution;

/** Keys in brackets, with the escapes of HCL, so that a printed reference is an HCL expression. */
final class QuotedKey {
  private QuotedKey() {}

  static String quote(String key) {
    StringBuilder out = new StringBuilder(key.length() + 2).append('"');
    for (int i = 0; i < key.length(); i++) {
      char c = key.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        case '$', '%' -> {
          out.append(c);
          if (i + 1 < key.length() && key.charAt(i + 1) == '{') {
            out.append(c);
          }
        }
        default -> {
          if (c < ' ' || c == '\u007f') {
            out.append(String.format("\\u%04x", (int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    return out.append('"').toString();
  }
}
