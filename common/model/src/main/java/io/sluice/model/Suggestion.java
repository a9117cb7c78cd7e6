package io.sluice.model;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** The name that someone probably meant. */
public final class Suggestion {
  /** Shorter ones say too little. */
  private static final int BEGINNING = 3;

  private Suggestion() {}

  /** The nearest by edits, if it is near at all. */
  public static Optional<String> of(String written, Collection<String> known) {
    return among(written, known, false);
  }

  /** The same where people leave off early: a word that begins so is near. */
  public static Optional<String> ofTyped(String typed, Collection<String> known) {
    return among(typed, known, typed.length() >= BEGINNING);
  }

  private static Optional<String> among(String written, Collection<String> known, boolean begun) {
    int allowed = Math.max(1, written.length() / 3);
    return known.stream()
        .filter(name -> distance(written, name) <= allowed || (begun && name.startsWith(written)))
        .min(
            Comparator.comparingInt((String name) -> distance(written, name))
                .thenComparing(Comparator.naturalOrder()));
  }

  /** Edits from one to the other, a swap of neighbours counted as one. */
  private static int distance(String from, String to) {
    int[][] cost = new int[from.length() + 1][to.length() + 1];
    for (int i = 0; i <= from.length(); i++) {
      for (int j = 0; j <= to.length(); j++) {
        if (i == 0 || j == 0) {
          cost[i][j] = i + j;
          continue;
        }
        int same = from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1;
        cost[i][j] =
            Math.min(Math.min(cost[i - 1][j] + 1, cost[i][j - 1] + 1), cost[i - 1][j - 1] + same);
        if (i > 1
            && j > 1
            && from.charAt(i - 1) == to.charAt(j - 2)
            && from.charAt(i - 2) == to.charAt(j - 1)) {
          cost[i][j] = Math.min(cost[i][j], cost[i - 2][j - 2] + 1);
        }
      }
    }
    return cost[from.length()][to.length()];
  }
}
