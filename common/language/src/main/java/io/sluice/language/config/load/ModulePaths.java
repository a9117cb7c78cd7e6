package io.sluice.language.config.load;

import java.util.ArrayDeque;
import java.util.Deque;

/** Paths of modules, relative to the root, without a detour. */
final class ModulePaths {
  private ModulePaths() {}

  /** Whether a source names a directory beside the calling module. */
  static boolean isLocal(String source) {
    return source.startsWith("./")
        || source.startsWith("../")
        || source.equals(".")
        || source.equals("..");
  }

  static String resolve(String directory, String relative) {
    if (relative.startsWith("/")) {
      return relative;
    }
    Deque<String> parts = new ArrayDeque<>();
    for (String part : (directory + "/" + relative).split("/")) {
      switch (part) {
        case "", "." -> {}
        case ".." -> {
          if (parts.isEmpty() || parts.getLast().equals("..")) {
            parts.addLast("..");
          } else {
            parts.removeLast();
          }
        }
        default -> parts.addLast(part);
      }
    }
    return parts.isEmpty() ? "." : String.join("/", parts);
  }
}
