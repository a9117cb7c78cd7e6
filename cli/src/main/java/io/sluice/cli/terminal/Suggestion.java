package io.sluice.cli.terminal;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** The word that was probably meant: the nearest by edits, if it is near at all. */
public final class Suggestion {
  private Suggestion() {}

  public static Optional<String> nearest(String typed, Collection<String> known) {
    int limit = Math.max(1, typed.length() / 3);
    return known.stream()
        .filter(word -> distance(typed, word) <= limit || prefixes(typed, word))
        .min(
            Comparator.comparingInt((String word) -> distance(typed, word))
                .thenComparing(Comparator.naturalOrder()));
  }

  private static boolean prefixes(String typed, String word) {
    return typed.length() >= 3 && word.startsWith(typed);
  }

  /** Levenshtein's distance, with a swap of neighbours counted as one edit. */
  static int distance(String a, String b) {
    int[][] cost = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        cost[i][j] = i == 0 ? j : j == 0 ? i : cheapest(a, b, i, j, cost);
      }
    }
    return cost[a.length()][b.length()];
  }

  private static int cheapest(String a, String b, int i, int j, int[][] cost) {
    boolean equal = a.charAt(i - 1) == b.charAt(j - 1);
    int best = cost[i - 1][j - 1] + (equal ? 0 : 1);
    best = Math.min(best, Math.min(cost[i - 1][j], cost[i][j - 1]) + 1);
    boolean swapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return swapped ? Math.min(best, cost[i - 2][j - 2] + 1) : best;
  }
}
