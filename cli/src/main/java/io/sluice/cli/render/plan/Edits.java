package io.sluice.cli.render.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** What was taken out of a list, kept and put in, in order: as little as can be. */
final class Edits {
  /** Longer lists than these are compared place by place: the table would be too large. */
  private static final int LONGEST = 1_000;

  /** One element; in both it was kept. */
  record Edit<T>(@Nullable T before, @Nullable T after) {
    boolean isKept() {
      return before != null && after != null;
    }
  }

  private Edits() {}

  static <T> List<Edit<T>> between(List<T> before, List<T> after, BiPredicate<T, T> same) {
    return before.size() > LONGEST || after.size() > LONGEST
        ? placeByPlace(before, after, same)
        : common(before, after, same);
  }

  /** Whether the edit at a place is beside one that changes something. */
  static <T> boolean besideAChange(List<Edit<T>> edits, int place) {
    return (place > 0 && !edits.get(place - 1).isKept())
        || (place + 1 < edits.size() && !edits.get(place + 1).isKept());
  }

  private static <T> List<Edit<T>> placeByPlace(
      List<T> before, List<T> after, BiPredicate<T, T> same) {
    List<Edit<T>> edits = new ArrayList<>();
    for (int i = 0; i < Math.max(before.size(), after.size()); i++) {
      boolean both = i < before.size() && i < after.size();
      if (both && same.test(before.get(i), after.get(i))) {
        edits.add(new Edit<>(before.get(i), after.get(i)));
        continue;
      }
      if (i < before.size()) {
        edits.add(new Edit<>(before.get(i), null));
      }
      if (i < after.size()) {
        edits.add(new Edit<>(null, after.get(i)));
      }
    }
    return edits;
  }

  /** By the longest common subsequence. */
  private static <T> List<Edit<T>> common(List<T> before, List<T> after, BiPredicate<T, T> same) {
    int[][] length = new int[before.size() + 1][after.size() + 1];
    for (int i = before.size() - 1; i >= 0; i--) {
      for (int j = after.size() - 1; j >= 0; j--) {
        length[i][j] =
            same.test(before.get(i), after.get(j))
                ? length[i + 1][j + 1] + 1
                : Math.max(length[i + 1][j], length[i][j + 1]);
      }
    }
    List<Edit<T>> edits = new ArrayList<>();
    int i = 0;
    int j = 0;
    while (i < before.size() || j < after.size()) {
      boolean both = i < before.size() && j < after.size();
      if (both && same.test(before.get(i), after.get(j))) {
        edits.add(new Edit<>(before.get(i++), after.get(j++)));
      } else if (i < before.size() && (j == after.size() || length[i + 1][j] >= length[i][j + 1])) {
        edits.add(new Edit<>(before.get(i++), null));
      } else {
        edits.add(new Edit<>(null, after.get(j++)));
      }
    }
    return edits;
  }
}
