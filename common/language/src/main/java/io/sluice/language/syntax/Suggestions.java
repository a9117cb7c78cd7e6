package io.sluice.language.syntax;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** "Did you mean": the known name that a mistyped one is closest to. */
public final class Suggestions {
  /** Further away than this, names are different words and no mistyped one. */
  private static final int MAX_DISTANCE = 2;

  private Suggestions() {}

  /** The closest of the names, the first of equally close ones, or null when none is close. */
  public static @Nullable String closest(String given, Collection<String> names) {
    String best = null;
    int bestDistance = MAX_DISTANCE + 1;
    for (String name : names) {
      if (Math.abs(name.length() - given.length()) >= bestDistance) {
        continue;
      }
      int distance = distance(given, name);
      if (distance < bestDistance) {
        best = name;
        bestDistance = distance;
      }
    }
    return best;
  }

  /** The closest name as a question, or an empty string. */
  public static String question(String given, Collection<String> names) {
    String name = closest(given, names);
    return name == null ? "" : "Did you mean \"%s\"?".formatted(name);
  }

  /** How many characters have to be put in, left out or exchanged. */
  static int distance(String a, String b) {
    int[] previous = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] row = new int[b.length() + 1];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        row[j] = Math.min(Math.min(previous[j] + 1, row[j - 1] + 1), previous[j - 1] + change);
      }
      previous = row;
    }
    return previous[b.length()];
  }
}
