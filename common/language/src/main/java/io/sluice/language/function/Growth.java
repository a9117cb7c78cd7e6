package io.sluice.language.function;

import io.sluice.language.value.Extent;
import java.util.List;

/** Texts that become longer than what they are made of: measured before they are made. */
public final class Growth {
  private Growth() {}

  public static String replaced(String text, String search, String replacement) {
    if (replacement.length() > search.length()) {
      long found = search.isEmpty() ? text.length() + 1L : occurrences(text, search);
      Extent.requireText(text.length() + found * (replacement.length() - search.length()));
    }
    return text.replace(search, replacement);
  }

  private static long occurrences(String text, String search) {
    long found = 0;
    for (int at = text.indexOf(search); at >= 0; at = text.indexOf(search, at + search.length())) {
      found++;
    }
    return found;
  }

  public static String joined(String separator, List<String> parts) {
    long length = (long) separator.length() * Math.max(0, parts.size() - 1);
    for (String part : parts) {
      length += part.length();
    }
    Extent.requireText(length);
    return String.join(separator, parts);
  }
}
