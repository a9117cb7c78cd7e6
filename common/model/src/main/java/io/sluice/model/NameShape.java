package io.sluice.model;

/**
 * Letters, digits and a few signs, a letter or digit first: what may be part of a record's key, a
 * topic's name or a path. Written by hand, since every message that arrives is checked.
 */
record NameShape(String signs, int longest) {
  boolean fits(String text) {
    int length = text.length();
    if (length == 0 || length > longest || !isLetterOrDigit(text.charAt(0))) {
      return false;
    }
    for (int i = 1; i < length; i++) {
      char c = text.charAt(i);
      if (!isLetterOrDigit(c) && signs.indexOf(c) < 0) {
        return false;
      }
    }
    return true;
  }

  private static boolean isLetterOrDigit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  }
}
