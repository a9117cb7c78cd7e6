package io.sluice.planning.configuration;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Makes paths absolute and plain. The planner does not have the submitter's file system, and must
 * still give the results of the submitter's machine.
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
