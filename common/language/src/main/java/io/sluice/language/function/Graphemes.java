package io.sluice.language.function;

import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Text as what a reader sees as characters. */
public final class Graphemes {
  private Graphemes() {}

  public static List<String> of(String text) {
    List<String> clusters = new ArrayList<>(text.length());
    if (isPlain(text)) {
      for (int i = 0; i < text.length(); i++) {
        clusters.add(text.substring(i, i + 1));
      }
      return clusters;
    }
    BreakIterator breaks = BreakIterator.getCharacterInstance(Locale.ROOT);
    breaks.setText(text);
    int start = breaks.first();
    for (int end = breaks.next(); end != BreakIterator.DONE; end = breaks.next()) {
      clusters.add(text.substring(start, end));
      start = end;
    }
    return clusters;
  }

  public static int count(String text) {
    return isPlain(text) ? text.length() : of(text).size();
  }

  /** Only a carriage return before a newline makes one cluster of two ASCII characters. */
  private static boolean isPlain(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) > 0x7e || text.charAt(i) == '\r') {
        return false;
      }
    }
    return true;
  }
}
