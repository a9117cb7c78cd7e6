package io.sluice.model.file;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Paths as a configuration writes them: relative to its directory, with slashes. */
public final class PlacedPath {
  private PlacedPath() {}

  /**
   * The same place in its shortest form: {@code ./a//b/../c} is {@code a/c}. Only leading {@code
   * ..} are left.
   *
   * @return empty if it is no relative path, or leads to the directory itself
   */
  public static Optional<String> normal(String path) {
    if (path.startsWith("/") || path.indexOf('\0') >= 0 || path.indexOf('\\') >= 0) {
      return Optional.empty();
    }
    List<String> steps = new ArrayList<>();
    for (String step : path.split("/", -1)) {
      if (step.isEmpty() || step.equals(".")) {
        continue;
      }
      if (step.equals("..") && !steps.isEmpty() && !steps.getLast().equals("..")) {
        steps.removeLast();
      } else {
        steps.add(step);
      }
    }
    return steps.isEmpty() ? Optional.empty() : Optional.of(String.join("/", steps));
  }

  /** How many levels above its start a path in normal form leads. */
  static int above(String normal) {
    int levels = 0;
    for (String step : normal.split("/", -1)) {
      if (!step.equals("..")) {
        break;
      }
      levels++;
    }
    return levels;
  }

  /** The steps of an absolute path. */
  static List<String> steps(String absolute) {
    return List.of(absolute.split("/", -1)).stream().filter(step -> !step.isEmpty()).toList();
  }
}
