package io.sluice.planning.configuration;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Paths made absolute and plain. The planner has no file system of whom it plans for, and has to
 * say what the person's machine said.
 */
final class Absolute {
  private Absolute() {}

  static String path(String workingDirectory, String path) {
    Deque<String> names = new ArrayDeque<>();
    String whole = path.startsWith("/") ? path : workingDirectory + "/" + path;
    for (String name : whole.split("/", -1)) {
      switch (name) {
        case "", "." -> {}
        case ".." -> names.pollLast();
        default -> names.addLast(name);
      }
    }
    return "/" + String.join("/", names);
  }
}
